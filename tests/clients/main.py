"""Runs every check against one engine; see `run`."""

import faulthandler
import sys
import time
from pathlib import Path

import check_cshogi
import check_games
import check_lishogi_bot
import check_shogiarena
from judge import Fault, Judge

CHECKS = (
    ("cshogi.usi.Engine", check_cshogi),
    ("ShogiArena's engine session", check_shogiarena),
    ("bare pipe and shogiops", check_games),
    ("lishogi's bot bridge", check_lishogi_bot),
)
# cshogi waits for ever for an engine that has died.
GIVE_UP_AFTER = 300


def main(engine):
    failed = 0
    for name, check in CHECKS:
        faulthandler.dump_traceback_later(GIVE_UP_AFTER, exit=True)
        print(f"{name} ...", flush=True)
        judge, began = Judge(), time.monotonic()
        try:
            report = check.run(engine, judge)
            print(f"ok   {name}: {report}; {judge.moves_judged} moves judged, "
                  f"{time.monotonic() - began:.1f} s", flush=True)
        except Exception as error:  # a client's own exception is as much a fault as one of ours
            kind = "" if isinstance(error, Fault) else f"{type(error).__name__}: "
            print(f"FAIL {name}: {kind}{error}", flush=True)
            failed += 1
        finally:
            judge.close()
            faulthandler.cancel_dump_traceback_later()
    print(f"clients: {len(CHECKS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
