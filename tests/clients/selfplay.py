"""One whole game through somebody else's client, judged move by move."""

from collections import Counter

from judge import Fault

LONGEST = 600


def whole_game(judge, ask):
    """`ask(moves)` returns (bestmove, pv) of the side to move. Returns (moves, how it ended)."""
    moves, seen = [], Counter()
    while True:
        state = judge.line(moves)
        seen[state["key"]] += 1
        if seen[state["key"]] == 4:
            return moves, "fourfold repetition"
        if state["end"] == "two bare kings":
            return moves, state["end"]
        best, pv = ask(moves)
        if state["end"]:
            if best != "resign":
                raise Fault(f"{best} after {state['end']}")
            return moves, f"{state['end']}, resigned"
        if best == "resign":
            raise Fault(f"resigned, although {state['move']} is legal, after {' '.join(moves)}")
        if not pv or pv[0] != best:
            raise Fault(f"the client pairs bestmove {best} with the pv {pv}")
        judge.line(moves, pv)
        moves.append(best)
        if len(moves) > LONGEST:
            raise Fault(f"no end after {LONGEST} plies")


# Positions for analysis: the start, borrowed movements in contact, a middle game with hands.
POSITIONS = (
    None,
    "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w - 2",
    "ln1gkg1nl/1r1s3b1/p1pp1ps1p/1p2p1p2/9/1PP1P4/P2PSPP1P/1B1R5/LN1GKGSNL b Pp 21",
)


def check_ranks(judge, sfen, ranks, wanted):
    """`ranks`: [(score in centipawns or mate as a number, pv)], best first."""
    if len(ranks) != wanted:
        raise Fault(f"{len(ranks)} lines where MultiPV {wanted} was asked")
    if len({pv[0] for _, pv in ranks}) != wanted:
        raise Fault(f"the same first move twice: {ranks}")
    scores = [score for score, _ in ranks]
    if scores != sorted(scores, reverse=True):
        raise Fault(f"lines not in order: {scores}")
    for _, pv in ranks:
        judge.line([], pv, sfen=sfen)
