# SPDX-License-Identifier: GPL-2.0-only
"""hsn: experiments with high-speed networks in ns-3, from Python.

    from hsn import ns                      ns-3 and this module (ns.hsn), through cppyy
    import hsn
    hsn.connect(device, "MacTx", lambda packet: print(packet.GetSize()))
    hsn.at(0.5, lambda: print("half a second of simulated time"))
    hsn.run(stop=2.0)
    hsn.reset(seed=1)                       begin again, as in a fresh process

Importing the package costs nothing; ns-3 is loaded (about 2 s) when `ns` or one of the
functions above is first touched.  The modules for experiments do not need ns-3 at all:

    hsn.sweep   run a built program over a grid of parameters and seeds; resumable store
    hsn.stats   mean and confidence interval
    hsn.plot    figures, SVG and PNG
    hsn.paper   what a paper's figures.py declares
    hsn.claims  claims.toml, and what a check returns
    hsn.report  the HTML report
"""

_FROM_LOADER = ("ns", "at", "run", "reset", "time_of")
_FROM_TRACES = ("connect",)


def __getattr__(name):
    """Load ns-3 only when something of it is asked for."""
    if name in _FROM_LOADER:
        from . import loader  # pylint: disable=import-outside-toplevel

        value = loader.load() if name == "ns" else getattr(loader, name)
        globals()[name] = value
        return value
    if name in _FROM_TRACES:
        from . import traces  # pylint: disable=import-outside-toplevel

        return getattr(traces, name)
    raise AttributeError(f"module 'hsn' has no attribute '{name}'")


def __dir__():
    return sorted(list(globals()) + [*_FROM_LOADER, *_FROM_TRACES])
