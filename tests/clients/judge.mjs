// Judges Annan moves with shogiops, an implementation that shares nothing with the engine.
//
// Reads one JSON request a line, answers with one JSON line each:
//   {"sfen": null or SFEN, "moves": [played so far], "line": [moves to judge from there]}
//   -> {"ok": true}; without a line also "end": null or how the game is over, "move": some legal
//      move where there is one, "key": the position
//   -> {"ok": false, "at": number of good moves, "move": the bad one, "why": reason}
//
// shogiops lets some captures of a giver pass although they wake an attack on the own king. Each
// accepted move is therefore played, and shogiops is asked once more whether the king is attacked.

import readline from "node:readline";
import { initialSfen, makeSfen, parseSfen } from "shogiops/sfen";
import { makeUsi, parseUsi } from "shogiops/util";

const RULES = "annanshogi";
let cache = { sfen: undefined, moves: [], pos: undefined };

function tryMove(pos, text) {
  const move = parseUsi(text);
  if (!move) return { why: "not a USI move" };
  if (makeUsi(move) !== text) return { why: `not the usual form, which is ${makeUsi(move)}` };
  if (!pos.isLegal(move)) return { why: "shogiops says illegal" };
  const mover = pos.turn;
  const after = pos.clone();
  after.play(move);
  if (after.isCheck(mover)) return { why: "leaves the own king attacked" };
  return { after };
}

function walk(pos, moves, offset = 0) {
  for (const [i, text] of moves.entries()) {
    const { why, after } = tryMove(pos, text);
    if (why) return { error: { ok: false, at: offset + i, move: text, why } };
    pos = after;
  }
  return { pos };
}

function position(sfen, moves) {
  const known = cache.pos && cache.sfen === sfen && cache.moves.every((m, i) => m === moves[i]);
  let from = 0;
  let pos;
  if (known && cache.moves.length <= moves.length) {
    from = cache.moves.length;
    pos = cache.pos;
  } else {
    pos = parseSfen(RULES, sfen ?? initialSfen(RULES), false).unwrap();
  }
  const walked = walk(pos, moves.slice(from), from);
  if (!walked.error) cache = { sfen, moves, pos: walked.pos };
  return walked;
}

// Any one legal move, or undefined. A promotion reaches the same square and never matters to the
// safety of the own king, so moves without one are enough.
function anyLegal(pos) {
  const safe = (move) => {
    const after = pos.clone();
    after.play(move);
    return !after.isCheck(pos.turn);
  };
  for (const [from, squares] of pos.allMoveDests())
    for (const to of squares) if (safe({ from, to })) return { from, to };
  for (const [piece, squares] of pos.allDropDests()) {
    const role = piece.split(" ")[1];
    for (const to of squares) if (safe({ role, to })) return { role, to };
  }
  return undefined;
}

function answer({ sfen, moves, line }) {
  const base = position(sfen, moves);
  if (base.error) return base.error;
  const walked = walk(base.pos, line);
  if (walked.error) return walked.error;
  const pos = walked.pos;
  if (line.length > 0) return { ok: true };
  const move = anyLegal(pos);
  let end = null;
  if (!move) end = pos.isCheck() ? "checkmate" : "no legal move";
  else if (pos.isDraw()) end = "two bare kings";
  const key = makeSfen(pos).split(" ").slice(0, 3).join(" ");
  return { ok: true, move: move && makeUsi(move), end, key };
}

for await (const text of readline.createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = answer(JSON.parse(text));
  } catch (error) {
    reply = { ok: false, at: -1, move: "", why: String(error) };
  }
  process.stdout.write(JSON.stringify(reply) + "\n");
}
