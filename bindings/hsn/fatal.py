# SPDX-License-Identifier: GPL-2.0-only
"""What would end the program in C++ becomes an exception in Python.

ns-3 answers mistakes (an unknown attribute, a unit that it cannot read, a null pointer, a failed
assertion) with a message on standard error and std::terminate().  Nothing can be thrown from there.
cppyy can jump from the signal that follows, SIGABRT or SIGSEGV, back to the call that Python made,
and raises AbortSignal or SegmentationViolation there, both FatalError.  This module switches that on
and gives the exceptions ns-3's message.

The jump leaves out the destructors of the C++ functions on its way: what they held stays as it was.
The scopes of changes of this module's ATM networks are closed nevertheless.
"""

import atexit
import functools
import os
import re

CODE = r"""
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <streambuf>
#include <string>
namespace hsnpy {

/// Passes on what is written to std::cerr, and remembers the end of it.
class Listener : public std::streambuf
{
  public:
    explicit Listener(std::streambuf* next) : m_next(next) {}
    std::string m_heard;
    std::streambuf* m_next;

  protected:
    int overflow(int c) override
    {
        if (c != EOF)
        {
            Keep(std::string(1, static_cast<char>(c)));
        }
        return m_next->sputc(static_cast<char>(c));
    }
    std::streamsize xsputn(const char* text, std::streamsize size) override
    {
        Keep(std::string(text, static_cast<size_t>(size)));
        return m_next->sputn(text, size);
    }
    int sync() override { return m_next->pubsync(); }

  private:
    void Keep(const std::string& text)
    {
        m_heard += text;
        if (m_heard.size() > 8192)
        {
            m_heard.erase(0, m_heard.size() - 4096);
        }
    }
};

Listener* g_listener = nullptr;
std::terminate_handler g_terminate = nullptr;
std::string g_lastWords;
struct sigaction g_segmentation;

inline void Terminate()
{
    if (std::exception_ptr thrown = std::current_exception())
    {
        try
        {
            std::rethrow_exception(thrown);
        }
        catch (const std::exception& error)
        {
            std::cerr << "msg=\"" << error.what() << "\"\n";
        }
        catch (...)
        {
        }
    }
    g_lastWords.swap(g_listener->m_heard);
    g_listener->m_heard.clear();
    sigaction(SIGSEGV, &g_segmentation, nullptr); // ns-3 has set the default
    std::abort();
}

inline void Listen()
{
    g_listener = new Listener(std::cerr.rdbuf());
    std::cerr.rdbuf(g_listener);
    g_terminate = std::set_terminate(&Terminate);
    sigaction(SIGSEGV, nullptr, &g_segmentation);
}

inline void StopListening()
{
    std::cerr.rdbuf(g_listener->m_next);
    std::set_terminate(g_terminate);
}

/// What was written to std::cerr before the last call of std::terminate().
inline std::string LastWords()
{
    return g_lastWords;
}
} // namespace hsnpy
"""

CLOSE_SCOPES = []  # functions; the loader adds the module's
DROP_WORK = []  # the same: what the simulation would still do when it is destroyed
_since_reset = []  # fatal errors


def install(cppyy):
    """Make fatal errors exceptions, from now on."""
    import cppyy.ll

    os.environ.setdefault("CPPYY_CRASH_QUIET", "1")  # no stack trace of the C++ side
    cppyy.cppdef(CODE)
    cppyy.gbl.hsnpy.Listen()
    atexit.register(cppyy.gbl.hsnpy.StopListening)
    cppyy.ll.set_signals_as_exception(True)
    cppyy.ll.AbortSignal.__init__ = _remember
    cppyy.ll.SegmentationViolation.__init__ = _abandon
    cppyy.ll.AbortSignal.__str__ = _with_last_words


def _remember(self, *args):
    """An AbortSignal comes with what was said last."""
    _abandon(self, *args)
    self.last_words = last_words()


def _abandon(self, *args):
    """Scopes of the functions that the jump has left are closed."""
    Exception.__init__(self, *args)
    _since_reset.append(True)
    abandon_scopes()


def abandon_scopes():
    """Close what C++ functions opened for their duration and have not closed."""
    for close in CLOSE_SCOPES:
        close()


def drop_work():
    """Leave undone what may have failed, since it would fail again: before the simulation is destroyed."""
    if _since_reset:
        for drop in DROP_WORK:
            drop()
    _since_reset.clear()


def _with_last_words(self):
    """cppyy's text and ns-3's message."""
    return "\n".join(filter(None, (self.last_words, Exception.__str__(self))))


def last_words():
    """ns-3's message about the fatal error that happened last."""
    import cppyy

    text = str(cppyy.gbl.hsnpy.LastWords()).replace("NS_FATAL, terminating", "").strip()
    start = max((found.start() for found in re.finditer(
        r'^(?:aborted\. |NS_\w+ failed, |msg=)', text, re.MULTILINE)), default=0)
    return text[start:]


def explained(name, call):
    """`call`, but what ns-3 cannot do is a ValueError with ns-3's message.

    For functions with overloads, of which cppyy would list all.
    """
    from cppyy.ll import FatalError

    @functools.wraps(call)
    def checked(*args, **options):
        try:
            return call(*args, **options)
        except (TypeError, FatalError) as error:
            if options or "AbortSignal" not in str(error):  # with options, cppyy tries a conversion
                raise
            raise ValueError(f"{name}: {last_words()}") from None

    return checked


def explain(classes):
    """Constructors that raise ValueError."""
    for klass in classes:
        klass.__init__ = explained(klass.__name__, klass.__init__)
