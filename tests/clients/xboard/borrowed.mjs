// Moves of Annan that ordinary shogi does not know: one JSON list of played moves a line in, one JSON
// list of such moves out (or of ordinary ones, where there are none). No promotions, no drops.

import readline from "node:readline";
import { initialSfen, makeSfen, parseSfen } from "shogiops/sfen";
import { makeUsi, parseUsi } from "shogiops/util";

function plainMoves(pos) {
  const found = [];
  for (const [from, squares] of pos.allMoveDests())
    for (const to of squares) {
      const move = { from, to };
      const promoting = pos.isLegal({ from, to, promotion: true });
      const after = pos.clone();
      after.play(move);
      if (!promoting && pos.isLegal(move) && !after.isCheck(pos.turn)) found.push(makeUsi(move));
    }
  return found;
}

for await (const text of readline.createInterface({ input: process.stdin })) {
  const pos = parseSfen("annanshogi", initialSfen("annanshogi"), false).unwrap();
  for (const move of JSON.parse(text)) pos.play(parseUsi(move));
  const annan = plainMoves(pos);
  const shogi = parseSfen("standard", makeSfen(pos), false).unwrap();
  const borrowed = annan.filter((move) => !shogi.isLegal(parseUsi(move)));
  process.stdout.write(JSON.stringify({ borrowed, plain: annan.filter((m) => !borrowed.includes(m)) }) + "\n");
}
