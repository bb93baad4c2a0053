"""A game and an analysis through ShogiArena's engine session."""

import asyncio
import logging
import time

from info import check_line
from judge import Fault
from rsshogi.core import Move
from selfplay import POSITIONS, check_ranks, whole_game
from shogiarena.engine import (
    PonderHitTimings, UsiThinkRequest, create_engine_from_mapping)

LINES = 3


class Complaints(logging.Handler):
    """ShogiArena logs what it does not understand; here that is a fault."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.seen = []

    def emit(self, record):
        self.seen.append(record.getMessage())


class Watch:
    """Looks at every raw line, on stderr too."""

    def __init__(self):
        self.fault = None

    def __call__(self, event):
        try:
            if event.direction == "stderr":
                raise Fault(f"stderr: {event.line}")
            if event.direction == "in":
                check_line(event.line)
        except Fault as fault:
            self.fault = self.fault or fault


async def open_engine(path, watch, **options):
    config = {"name": "nanboku", "engine_path": str(path), "options": {"USI_Hash": 16, **options}}
    engine = await create_engine_from_mapping(config)
    engine.register_io_log_handler(watch)
    return engine


def usi(moves):
    return [Move.from_usi(move) for move in moves]


def text(moves):
    return [move.to_usi() for move in moves or []]


async def game(path, judge, watch):
    strong, weak = await open_engine(path, watch), await open_engine(path, watch)
    loop = asyncio.get_running_loop()
    async with strong, weak:
        for engine in (strong, weak):
            await engine.new_game()

        async def think(moves):
            if len(moves) % 2 == 0:
                engine, request = strong, UsiThinkRequest(btime=1000, wtime=1000, byoyomi=40, nodes=4000)
            else:
                engine, request = weak, UsiThinkRequest(btime=0, wtime=0, binc=20, winc=20, nodes=40)
            result = await engine.think(sfen="startpos", moves=usi(moves), request=request, timeout=20)
            best = result.bestmove.to_usi()
            if best == "resign":
                return best, None
            last = result.get_last_pv()
            if last is None or last.eval is None or last.depth is None or last.bound_name:
                raise Fault(f"ShogiArena found no exact score or depth for {best}: {last}")
            return best, text(last.pv)

        def ask(moves):
            return asyncio.run_coroutine_threadsafe(think(moves), loop).result(timeout=30)

        moves, end = await asyncio.to_thread(whole_game, judge, ask)
        await strong.gameover("win")
        await weak.gameover("lose")
    return moves, end


async def analysis(path, judge, watch):
    async with await open_engine(path, watch, MultiPV=LINES) as engine:
        for sfen in POSITIONS:
            result = await engine.think(
                sfen=sfen or "startpos", request=UsiThinkRequest(nodes=20000), timeout=20)
            check_ranks(judge, sfen, [(int(pv.eval), text(pv.pv)) for pv in result.pvs], LINES)
        await engine.apply_engine_options({"MultiPV": 1, "USI_Variant": "annan"})
        await endless(engine, judge)
        await ponder(engine, judge)


async def wait_for(true, fault, seconds=10.0):
    """Generous, because the machine may be busy; how fast the engine is others measure."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            raise Fault(f"{fault} within {seconds} s")
        await asyncio.sleep(0.02)


async def endless(engine, judge):
    """`go infinite`: lines come, no move before `stop`."""
    seen = []
    handle = await engine.analyze(
        sfen="startpos", request=UsiThinkRequest(is_infinite=True), info_handler=seen.append)
    await asyncio.sleep(0.5)
    await wait_for(lambda: any(pv.pv for pv in seen), "no pv during go infinite")
    if not engine.is_thinking:
        raise Fault("bestmove during go infinite")
    await handle.stop()
    await wait_for(lambda: not engine.is_thinking, "no bestmove after stop")
    for pv in seen:
        if pv.pv:
            judge.line([], text(pv.pv))


async def ponder(engine, judge):
    """`go ponder` with the clock in it, and ShogiArena's other way: the clock comes with ponderhit."""
    line = ["7g7f", "3c3d"]
    clock = dict(btime=1000, wtime=1000, byoyomi=50)
    for early in (False, True):
        handle = await engine.start_ponder(
            sfen="startpos", moves=usi(line), request=UsiThinkRequest(**clock),
            should_enable_early_ponder=early)
        await asyncio.sleep(0.2)
        if not handle.is_active:
            raise Fault("bestmove during go ponder")
        result = await handle.hit(timings=PonderHitTimings(**clock), timeout=20)
        judge.line(line, [result.bestmove.to_usi()])
    handle = await engine.start_ponder(sfen="startpos", moves=usi(line), request=UsiThinkRequest(**clock))
    result = await handle.cancel(timeout=20)
    judge.line(line, [result.bestmove.to_usi()])


async def everything(path, judge):
    complaints, watch = Complaints(), Watch()
    logging.getLogger("shogiarena").addHandler(complaints)
    moves, end = await game(path, judge, watch)
    await analysis(path, judge, watch)
    if watch.fault:
        raise watch.fault
    if complaints.seen:
        raise Fault(f"ShogiArena complains: {complaints.seen}")
    return (f"a game of {len(moves)} plies ({end}); {len(POSITIONS)} positions with MultiPV {LINES}; "
            "an endless analysis; ponder with both kinds of ponderhit and stop")


def run(path, judge):
    return asyncio.run(everything(path, judge))
