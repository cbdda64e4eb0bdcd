# SPDX-License-Identifier: GPL-2.0-only
"""The program of mpeg-atm against an independent model and closed forms, and bad input."""

import base64
import itertools

import numpy
import programs
import pytest

MEANS = {"I": 0.53 * 12, "P": 0.29 * 12 / 3, "B": 0.13 * 12 / 8}  # of the data of a picture
GROUP = "IBBPBBPBBPBB"
LINK = 96000  # cells/s


def metrics(*arguments):
    """The metrics of a run."""
    return programs.metrics("mpeg-atm", *arguments)


def rates(random, load, groups, step):
    """Cells/s of one video, by steps: fluid, from the definition of the sizes."""
    level = random.normal()
    sizes = []
    for _ in range(groups + 2):
        factor = numpy.exp(0.293560 * level - 0.293560 ** 2 / 2)
        sizes += [MEANS[kind] * factor * numpy.exp(0.149166 * random.normal() - 0.149166 ** 2 / 2)
                  + 0.05 for kind in GROUP]
        level = 0.8 * level + 0.6 * random.normal()
    cells = numpy.array(sizes) / numpy.mean(sizes) * load * LINK / 24 / 25
    edges = numpy.arange(len(cells) + 1) * 0.04 - random.uniform(0.48, 0.96)
    sent = numpy.concatenate([[0], numpy.cumsum(cells)])
    return numpy.diff(numpy.interp(numpy.arange(0, groups * 0.48, step), edges, sent)) / step


def fluid_loss(random, load, groups=9, step=0.0005, places=1000):
    """Share of the fluid of 24 videos that one buffer loses."""
    total = sum(rates(random, load, groups, step) for _ in range(24))
    queue = lost = 0.0
    for rate in total:
        queue = max(0.0, queue + (rate - LINK) * step)
        lost += max(0.0, queue - places)
        queue = min(queue, places)
    return lost / (total.sum() * step)


def test_losses_of_an_independent_model():
    """24 videos at a load of 1: both lose about 0.08, with a deviation of 0.02 from run to run."""
    random = numpy.random.default_rng(5)
    model = [fluid_loss(random, 1) for _ in range(40)]
    found = [metrics("--time=4", f"--RngRun={seed}")["clr"] for seed in range(1, 25)]
    error = (numpy.var(model) / len(model) + numpy.var(found) / len(found)) ** 0.5
    assert numpy.mean(found) == pytest.approx(numpy.mean(model), abs=3 * error)


@pytest.mark.parametrize("load, lost", [
    (1.1, (0, 0, 0, 0.6993)), (1.3, (0, 0, 0.3475, 1)), (1.8, (0, 0.0461, 1, 1))])
def test_overload_by_constant_rates(load, lost):
    """Of 1000 videos whose pictures are spread over a group 1 - 1 / load is lost: first all of B,
    13 % of the load, then of P, 29 %, then of I, 53 %. The buffer holds 0.01 s."""
    found = metrics("--policy=ExClpPushOut", f"--load={load}", "--constant", "--smooth=12",
                    "--sources=1000", "--time=4")
    for name, share in zip("sipb", lost):
        assert found[f"clr_{name}"] == pytest.approx(share, abs=0.03)
    assert found["cells_in"] == found["cells_out"] + found["cells_discarded"]
    assert found["victims_not_below"] == 0


def test_same_cells_under_every_policy():
    """Push-out loses as many cells as tail discard; group discard refuses some that would fit."""
    found = {policy: metrics("--time=2", "--load=1.1", f"--policy={policy}")
             for policy in ("TailDrop", "Clp2PushOut", "ExClpPushOut", "ExClpEgd")}
    assert len({one["cells_in"] for one in found.values()}) == 1
    lost = {policy: one["cells_discarded"] for policy, one in found.items()}
    assert lost["TailDrop"] == lost["Clp2PushOut"] == lost["ExClpPushOut"] < lost["ExClpEgd"]


def test_infinite_buffer():
    """No policy without a threshold loses a cell that has a place."""
    for policy in ("TailDrop", "Ppd", "Clp2PushOut", "ExClpPushOut"):
        assert metrics("--time=1", "--load=1.1", "--buffer=1000000",
                       f"--policy={policy}")["cells_discarded"] == 0


def test_aligned_groups_are_the_worst_case():
    """All I pictures at once: 6.36 times the load for a twelfth of the time."""
    found = {aligned: metrics("--time=4", "--load=0.7", f"--aligned={aligned}")["clr"]
             for aligned in ("false", "true")}
    assert found["true"] > 0.3 > 0.05 > found["false"]


@pytest.mark.parametrize("argument", [
    "--policy=Fair", "--preset=PaperC", "--load=0", "--buffer=7", "--smooth=0", "--sources=0",
    "--mean=96001"])
def test_bad_options(argument):
    """A message that names option and value, and the status 2."""
    programs.assert_refused("mpeg-atm", [argument], argument[2:].split("="))


def test_shares_sum_to_one():
    """All cells of a run belong to a class."""
    for preset in ("PaperA", "PaperB", "Typical"):
        found = metrics("--time=1", "--sources=1", "--mean=4000", f"--preset={preset}")
        assert sum(found[f"share_percent_{name}"] for name in "sipb") == pytest.approx(100)
        assert found["types"] == "".join(itertools.islice(itertools.cycle(GROUP), 24))


def test_map_of_lost_cells():
    """With one video, the cells of the map are those that the loss of each class counts."""
    found = metrics("--time=4", "--sources=1", "--mean=40000", "--buffer=20", "--map=true")
    assert found["map_types"] == (GROUP * 20)[:len(found["map_types"])]
    lost = [[range(int(run.split("-")[0]), int(run.split("-")[1]) + 1) for run in runs.split()]
            for runs in found["map_lost"]]
    for kind in "IPB":
        of_kind = [k for k, one in enumerate(found["map_types"]) if one == kind]
        cells = sum(found["map_cells"][k] for k in of_kind)
        gone = sum(len(run) for k in of_kind for run in lost[k])
        assert found[f"clr_{kind.lower()}"] == pytest.approx(gone / cells, abs=1e-12)
    for cells, runs in zip(found["map_cells"], lost):
        assert all(run.stop < following.start for run, following in zip(runs, runs[1:]))
        assert not runs or runs[-1].stop <= cells
    assert found["clr_i"] > 0


def test_residual_loss_of_headers():
    """p (1 - (1 - p)^7) = 6.793465e-4 at 0.01 if places are known; the search comes near."""
    found = programs.metrics("mpeg-atm-parity", "--loss=0.01", "--groups=20000")
    assert found["cell_loss_at_known_places"] == pytest.approx(6.793465e-4, rel=0.15)
    assert found["cell_loss"] == pytest.approx(6.793465e-4, rel=0.3)
    second = programs.metrics("mpeg-atm-parity", "--loss=0.01", "--groups=20000",
                              "--mode=Wrapped")
    assert second["cell_loss"] < found["cell_loss"] / 5


def test_concealed_pixels():
    """sigma^2 (1 - 2 rho + 1/4 + 3/4 rho^2) = 43.0 with rho = 0.95, sigma = 40 and lone losses."""
    found = programs.metrics("mpeg-atm-interleave", "--loss=0.01")
    assert found["mse_of_a_lost_pixel"] == pytest.approx(43.0, rel=0.1)
    assert found["blocks_exact"] == 4096


# 14 pictures of 48 x 32 pixels, as ffmpeg 5.1.9 codes its testsrc2 as MPEG-2 video
FOREIGN = base64.b64decode(
    "AAABswMAIBP//+AYAAABtRSKAAEAAAAAAbgACABAAAABAAAP//gAAAG1j//zQYAAAAEBo/nARkb8ikS7hKITOxrA"
    "fdxzH2ZIIgAnO2G5xznXbbksa6jhpjjGcLDrzCYGYMyuYtlO16gYTfspTsBsOt8A6IXOQT0kG+cJ6EHiL3KFkvn7"
    "7B7ZbXELzAY+CNt8/A8+bPaENGL6MlZ56zHYCFhkqAW3YxMZxbGu45j3upiETEnYnpINqbgZJbqOJZjjGcQ4dYkL"
    "JfJO+2EtltdIDZGyhQGjjwH0EJPR+MU57KO3WqAAAAECo/lZRI1ZVlEjVl5xvu0ChIDtfQvK3qryt6JNMD7i19C6"
    "Fz7oXdqQw0OgAAABAADX//uAAAABtYEf80GAAAABAaKYDCADAz//wBycRw4fAzgAgP4Gf/8B9AA+DgF+qBwDmAhA"
    "8f/+Bi//HnAPoAHTkU+oGBuABgYQAQD2AB1AA/IgEYHX/8+AAAABAqKsDRGmcAAAAQAAX//7uAAAAbWBERNBgAAA"
    "AQGje/0gcgAAAQKitrAAAAEAAJ//+7gAAAG1gRETQYAAAAEBo3v9IHIAAAECorawAAABAAGX//uAAAABtYEf80GA"
    "AAABAaKBQAfwNwAMJkpSkv9/z+z92fnVkDGYdnZQWPNrEGEAGByABqkDkAAAAQKidnAAAAEAAR//+7gAAAG1gRET"
    "QYAAAAEBo/jv18A8AaT7DRrN+5g/nQoVmDiB1TWAAAABAqK2sAAAAQABX//7uAAAAbWBERNBgAAAAQGi/QYQAbfW"
    "AAABAqK2sAAAAQACV//7gAAAAbWBH/NBgAAAAQGi6DCADM4AAAEConZwAAABAAHf//u4AAABtYERE0GAAAABAaN9"
    "dYAAAAECorawAAABAAIf//u4AAABtYERE0GAAAABAaN9dYAAAAECorawAAABswMAIBP//+AYAAABtRSKAAEAAAAA"
    "AbgACAUAAAABAACP//gAAAG1j//zQYAAAAEBo/neGZG/IpEuqSiEzi2A+7jmPeqSoDHO2G5xznXZWBkluo4aY4xn"
    "Cw6+f27kngLr6AhJ5WwxTs7CD/duAdELnIJ6SDfOE9CDxF7lCyXz99g9striF5gMfBG2+fgefNnvRIaMX0ZKzz1m"
    "OwELzMlQC27GJjOLY13HMe91MQiYk7E9JBtTcDJLdRxLMcYziHDrEhZL5J32wlstrpAbI2UKA0ceA+ghJ6PxinPZ"
    "R261QAAAAQKj+VlEjVlWUSNWXnG+7QKEgO19C8reqvK3ok0wPuLX0LoXPuhd2pDDQ6AAAAEAAB//+7gAAAG1gRET"
    "QYAAAAEBo/pBs//neAAAAQKi9YGiNNYAAAEAAF//+7gAAAG1gRETQYAAAAEBo/pBs//neAAAAQKi9YGiNNYAAAEA"
    "ANf/+4AAAAG1gR/zQYAAAAEBopgMIAMDcADAHJxHDh8DOACA/gNgA9IkBoA6AjUDgHMBCB4//8DF/+POAfQAOnIp"
    "9QMDcADAwgAgHsADqAB+RAIwOv/58AAAAQKirA0RpnA=")
# what ffprobe 5.1.9 says of it; 30 octets of headers go with each I picture
FOREIGN_SIZES = [273, 103, 34, 34, 68, 53, 36, 35, 33, 33, 272, 39, 39, 102]
FOREIGN_TYPES = "IPBBPBBPBBIBBP"


def test_foreign_stream(tmp_path):
    """Pictures of an MPEG-2 stream that another program has coded, as a third one sees them."""
    path = tmp_path / "foreign.m2v"
    path.write_bytes(FOREIGN)
    found = programs.metrics("mpeg-atm-stream", f"--read={path}")
    assert found["types"] == FOREIGN_TYPES
    # ours end where the next picture begins, behind the headers of its group
    sizes = [size - 30 * (kind == "I") + 30 * (following == "I") for size, kind, following
             in zip(FOREIGN_SIZES, FOREIGN_TYPES, FOREIGN_TYPES[1:] + " ")]
    assert found["picture_octets"] == sizes
    assert sum(found["class_octets"]) == len(FOREIGN) == found["octets"]
    assert found["slices"] == 14 * 2 and found["groups"] == found["sequences"] == 2


def test_trace(tmp_path):
    """A trace becomes a stream; what is wrong is said with file and line."""
    path = tmp_path / "trace"
    path.write_text("20000\n9000\n9000\n")
    found = programs.metrics("mpeg-atm-stream", f"--trace={path}", "--pattern=IBB")
    assert found["types"] == "IBB" and found["picture_octets"][1] == 9000
    path.write_text("20000\nx\n")
    programs.assert_refused("mpeg-atm-stream", [f"--trace={path}", "--pattern=IBB"],
                            ["line 2", '"x"', "above 0"])
    programs.assert_refused("mpeg-atm-stream", ["--read=/nowhere"], ["/nowhere"])
    programs.assert_refused("mpeg-atm-interleave", ["--depth=7"], ["depth=7", "4096"])
