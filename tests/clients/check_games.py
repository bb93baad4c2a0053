"""Ten short games over a bare pipe; shogiops judges every move and every pv."""

import time
from collections import Counter

from judge import Fault
from pipe import Pipe

GAMES = 10
PLIES = 120


def limits(game):
    """No two games alike: those of fixed effort would otherwise be the same game twice."""
    return ("go nodes 100", "go movetime 20", "go btime 0 wtime 0 byoyomi 20", "go depth 2",
            "go btime 200 wtime 200 binc 20 winc 20", "go nodes 300", "go movetime 10",
            "go btime 0 wtime 0 byoyomi 40", "go depth 3", "go btime 0 wtime 0 binc 20 winc 20")[game]


def play(engine, judge, game, tally):
    moves, seen = [], Counter()
    engine.send("usinewgame")
    engine.send(f"setoption name MultiPV value {3 if game == 9 else 1}")
    while True:
        state = judge.line(moves)
        seen[state["key"]] += 1
        if state["end"]:
            break
        if seen[state["key"]] == 4:
            return moves, "fourfold repetition"
        if len(moves) >= PLIES:
            return moves, "stopped at the cap"
        engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        answer = engine.go(limits(game))
        answer.check_last_info()
        if answer.bestmove == "resign":
            raise Fault(f"resigned, although {state['move']} is legal, after {' '.join(moves)}")
        judge.line(moves, [answer.bestmove] + ([answer.ponder] if answer.ponder else []))
        for pv in answer.pvs:
            judge.line(moves, pv)
        tally["pvs"] += len(answer.pvs)
        tally["pv moves"] += sum(len(pv) for pv in answer.pvs)
        moves.append(answer.bestmove)
    engine.send("position startpos moves " + " ".join(moves))
    answer = engine.go(limits(game))
    if not state.get("move") and answer.bestmove != "resign":
        raise Fault(f"{answer.bestmove} in a position without a legal move")
    return moves, state["end"]


def run(path, judge):
    engine = Pipe(path)
    try:
        engine.send("usi")
        engine.until("usiok", 10)
        engine.send("isready")
        engine.until("readyok", 10)
        tally = Counter()
        for game in range(GAMES):
            began = time.monotonic()
            moves, end = play(engine, judge, game, tally)
            engine.send("gameover draw")
            tally["moves"] += len(moves)
            print(f"    game {game + 1}: {limits(game)}: {len(moves)} plies, {end}, "
                  f"{time.monotonic() - began:.1f} s", flush=True)
        engine.silent(0.2)
        engine.quit()
        return (f"{GAMES} games, {tally['moves']} moves and {tally['pvs']} pvs "
                f"({tally['pv moves']} moves) accepted by shogiops")
    finally:
        engine.kill()
