// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What libFuzzer calls, and the option --write-corpus=FOLDER of every target, which writes its
 * seeds.
 */
#include "fuzz-support.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

using namespace ns3::hsn;

namespace
{
/// @param folder to which the seeds are written, each of which must be accepted
void
WriteCorpus(const std::string& folder)
{
    for (const auto& seed : MakeSeeds())
    {
        const auto& bytes = seed.input.Get();
        if (TryInput(FuzzInput(bytes.data(), bytes.size())) == 0)
        {
            std::fprintf(stderr, "seed %s: nothing of it is accepted\n", seed.name.c_str());
            std::exit(1);
        }
        std::ofstream file(folder + "/" + seed.name, std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
        if (!file.flush())
        {
            std::fprintf(stderr, "cannot write %s/%s\n", folder.c_str(), seed.name.c_str());
            std::exit(1);
        }
    }
}
} // namespace

/**
 * @return options of AddressSanitizer. ns-3's libraries are not instrumented, so containers passed
 * between them and hsn would give false container-overflow reports. The others save a third of the
 * time: freed memory is used again after some inputs, because more than the processor's cache holds
 * would be slow (1 MB; an input of fuzz-boston-transfer frees 0.2 MB), and where memory was
 * allocated is not noted in full (ASAN_OPTIONS=malloc_context_size=30 does, when an input that
 * failed is tried again).
 */
extern "C" const char*
__asan_default_options()
{
    return "detect_container_overflow=0:malloc_context_size=1:quarantine_size_mb=1:"
           "thread_local_quarantine_size_kb=64";
}

/// @param argc number of arguments @param argv arguments @return 0
extern "C" int
LLVMFuzzerInitialize(int* argc, char*** argv)
{
    const char option[] = "--write-corpus=";
    for (int i = 1; i < *argc; i++)
    {
        if (std::strncmp((*argv)[i], option, sizeof(option) - 1) == 0)
        {
            WriteCorpus((*argv)[i] + sizeof(option) - 1);
            std::exit(0);
        }
    }
    return 0;
}

/// @param data the input @param size its bytes @return 0
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    TryInput(FuzzInput(data, size));
    return 0;
}
