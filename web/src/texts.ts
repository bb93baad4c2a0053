// Every sentence of the page, in both languages. `{name}` stands for a parameter. `check.mjs` looks that both have the same.

import type { Problem } from "./protocol";

export type Lang = "ja" | "en";

export const TEXTS = {
  title: { en: "Nanboku", ja: "南北" },
  subtitle: { en: "Annan shogi and its relatives", ja: "安南将棋とその仲間" },
  language: { en: "日本語", ja: "English" },
  language_label: { en: "表示を日本語にする", ja: "Change the language to English" },
  connecting: { en: "The connection to the program is lost. Trying again…", ja: "プログラムとの接続が切れました。再接続しています…" },
  skip: { en: "Skip to the board", ja: "盤へ移動" },

  messages: { en: "Messages", ja: "お知らせ" },

  black: { en: "Black", ja: "先手" },
  white: { en: "White", ja: "後手" },
  handicap_black: { en: "Black", ja: "下手" },
  handicap_white: { en: "White", ja: "上手" },
  nobody: { en: "nobody", ja: "なし" },
  human: { en: "Human", ja: "人" },
  engine_level: { en: "Engine, level {level}", ja: "エンジン レベル{level}" },

  board: { en: "Board", ja: "将棋盤" },
  hand_of: { en: "Pieces in {color}'s hand", ja: "{color}の持ち駒" },
  empty_square: { en: "{square}, empty", ja: "{square}、空き" },
  piece_on: { en: "{square}, {color} {piece}", ja: "{square}、{color}の{piece}" },
  moves_as: { en: "moves as {kinds}", ja: "{kinds}の動き" },
  cannot_move: { en: "cannot move", ja: "動けない" },
  is_pinned: { en: "pinned", ja: "ピンされている" },
  can_go_here: { en: "can go here", ja: "ここへ動ける" },
  can_capture_here: { en: "can capture here", ja: "ここで取れる" },
  in_hand: { en: "{piece} in hand, {count}", ja: "持ち駒の{piece}、{count}枚" },
  borrows: {
    en: "The {piece} on {square} moves as {kinds}, because of the {givers}.",
    ja: "{square}の{piece}は{givers}により{kinds}の動きをします。",
  },
  borrows_none: {
    en: "The {piece} on {square} moves as {kinds}.",
    ja: "{square}の{piece}は{kinds}の動きをします。",
  },
  paralysed: {
    en: "The {piece} on {square} cannot move, because of the {givers}.",
    ja: "{square}の{piece}は{givers}により動けません。",
  },
  giver: { en: "{piece} on {square}", ja: "{square}の{piece}" },
  and: { en: " and ", ja: "と" },
  pinned_why: {
    en: "It is pinned: away from the line, the {attacker} on {square} would capture the king.",
    ja: "ピンされています。この線から離れると、{square}の{attacker}に玉を取られます。",
  },
  plain_move: { en: "The {piece} on {square} moves as itself.", ja: "{square}の{piece}はそのままの動きです。" },

  promote: { en: "Promote", ja: "成る" },
  decline: { en: "Do not promote", ja: "成らない" },
  promotion: { en: "Promote the piece?", ja: "成りますか？" },
  cancel: { en: "Cancel", ja: "やめる" },
  close: { en: "Close", ja: "閉じる" },

  to_move: { en: "{color} to move", ja: "{color}の番" },
  your_move: { en: "Your move ({color})", ja: "あなたの番（{color}）" },
  thinking: { en: "{color}: the engine is thinking", ja: "{color}：エンジンが考えています" },
  check: { en: "Check!", ja: "王手！" },
  looking_back: { en: "An earlier position of the game", ja: "対局の途中の局面を見ています" },
  exploring: { en: "Analysis board: {color} to move", ja: "検討盤：{color}の番" },
  editing: { en: "Position editor", ja: "局面編集" },
  back_to_game: { en: "Back to the game", ja: "対局に戻る" },
  occurrences: { en: "This position has occurred {count} times.", ja: "同一局面{count}回目です。" },

  tide_now: { en: "Tide: {direction}", ja: "潮：{direction}" },
  tide_left: { en: "flips to {next} after {plies} plies", ja: "あと{plies}手で{next}に変わります" },
  tide_left_one: { en: "flips to {next} after this ply", ja: "この手のあと{next}に変わります" },
  tide_flipped: { en: "The tide has turned: now {direction}.", ja: "潮が変わりました。いまは{direction}です。" },

  wins: { en: "{color} wins", ja: "{color}の勝ち" },
  drawn: { en: "Draw", ja: "引き分け" },
  no_result: { en: "No result", ja: "勝敗なし" },
  end_checkmate: { en: "Checkmate.", ja: "詰みです。" },
  end_stalemate: { en: "No legal move is left.", ja: "指せる手がありません。" },
  end_impasse: { en: "Win by points with an entered king.", ja: "入玉宣言（点数勝ち）です。" },
  end_repetition: { en: "The position occurred for the fourth time.", ja: "千日手です。" },
  end_perpetual: { en: "Loss by perpetual check.", ja: "連続王手の千日手です。" },
  end_bare_kings: { en: "Only the kings are left.", ja: "両玉だけが残りました。" },
  end_resignation: { en: "Resignation.", ja: "投了です。" },
  end_time: { en: "The time is over.", ja: "時間切れです。" },
  end_illegal_move: { en: "An illegal move.", ja: "反則です。" },
  end_move_limit: { en: "The limit of moves is reached.", ja: "規定手数に達しました。" },
  end_abandoned: { en: "The game was broken off.", ja: "中断です。" },
  end_other: { en: "The game is over.", ja: "終局です。" },

  new_game: { en: "New game", ja: "新しい対局" },
  rematch: { en: "Rematch, colours changed", ja: "先後を替えて再戦" },
  play_on: { en: "Play on from here", ja: "ここから指し継ぐ" },
  take_back: { en: "Take back", ja: "待った" },
  resign: { en: "Resign", ja: "投了" },
  abort: { en: "Break off", ja: "中断" },
  move_now: { en: "Move now", ja: "すぐ指させる" },
  flip: { en: "Turn the board", ja: "盤を回す" },
  hints: { en: "Hints", ja: "ヒント" },
  hints_title: { en: "Show badges, pins and targets", ja: "動きの印・ピン・行き先を表示" },
  show_me: { en: "Show me", ja: "教えて" },
  mate_question: { en: "Mate?", ja: "詰む？" },
  analyse: { en: "Analyse", ja: "検討" },
  analyse_game: { en: "Analyse the game", ja: "棋譜解析" },
  stop: { en: "Stop", ja: "止める" },
  edit: { en: "Edit position", ja: "局面編集" },
  records: { en: "Records", ja: "棋譜" },
  looks: { en: "Looks", ja: "表示" },
  help: { en: "Help", ja: "使い方" },
  lines: { en: "Lines", ja: "候補手" },

  moves: { en: "Moves", ja: "指し手" },
  start_position: { en: "Start", ja: "開始局面" },
  first: { en: "To the start", ja: "最初へ" },
  back: { en: "One move back", ja: "一手戻る" },
  on: { en: "One move on", ja: "一手進む" },
  last: { en: "To the end", ja: "最後へ" },
  branch: { en: "Other moves here", ja: "ほかの手" },
  delete_branch: { en: "Delete from here", ja: "ここから削除" },
  promote_branch: { en: "Make this the main line", ja: "本譜にする" },
  notation_switch: { en: "Notation: {name}", ja: "棋譜表記：{name}" },
  notation_ja: { en: "Japanese", ja: "日本式" },
  notation_en: { en: "Western", ja: "西洋式" },
  mark_inaccuracy: { en: "dubious", ja: "疑問手" },
  mark_mistake: { en: "mistake", ja: "悪手" },
  mark_blunder: { en: "blunder", ja: "大悪手" },
  better: { en: "Better was {move}", ja: "{move}が勝る" },
  comment: { en: "Comment", ja: "コメント" },
  curve: { en: "Chance of winning, move by move", ja: "勝率の推移" },
  chance: { en: "Black's chance of winning: {percent} %", ja: "先手の勝率 {percent} %" },
  depth: { en: "depth {depth}", ja: "深さ {depth}" },
  nodes: { en: "{nodes} nodes, {nps} a second", ja: "{nodes}局面、毎秒{nps}" },
  line_play: { en: "Show this line up to {move}", ja: "{move}まで進める" },
  progress: { en: "{done} of {of} positions", ja: "{of}局面中{done}" },
  searching_mate: { en: "Looking for a mate…", ja: "詰みを探しています…" },
  searching_hint: { en: "Looking for the best move…", ja: "最善手を探しています…" },
  mate_found: { en: "Mate in {plies} plies.", ja: "{plies}手詰があります。" },
  mate_none: { en: "There is no mate by checks.", ja: "王手の連続では詰みません。" },
  mate_unknown: { en: "No mate found in the time.", ja: "時間内に詰みは見つかりませんでした。" },
  play_out: { en: "Play it out", ja: "並べる" },
  hint_is: { en: "Best seems {move}.", ja: "{move}が良さそうです。" },

  setup_title: { en: "New game", ja: "新しい対局" },
  variant: { en: "Variant", ja: "種類" },
  you_play: { en: "Who plays", ja: "対局者" },
  level: { en: "Level", ja: "レベル" },
  level_1: { en: "beginner", ja: "入門" },
  level_5: { en: "full strength", ja: "全力" },
  think: { en: "Engine: seconds for a move without a clock", ja: "エンジンの一手の秒数（時計なしのとき）" },
  clock: { en: "Clock", ja: "持ち時間" },
  clock_none: { en: "No clock", ja: "時計なし" },
  clock_sudden: { en: "Sudden death", ja: "切れ負け" },
  clock_byoyomi: { en: "Byoyomi", ja: "秒読み" },
  clock_increment: { en: "Increment", ja: "加算（フィッシャー）" },
  clock_main: { en: "Minutes", ja: "持ち時間（分）" },
  clock_seconds: { en: "Seconds for a move", ja: "一手の秒数" },
  rule_set: { en: "Rule set", ja: "ルール" },
  rule_auto: { en: "as usual for the variant ({name})", ja: "標準（{name}）" },
  set_lishogi: { en: "lishogi", ja: "lishogi" },
  set_app: { en: "Tide app", ja: "潮アプリ" },
  set_mihara: { en: "Mihara", ja: "三原流" },
  set_shogitter: { en: "Shogitter", ja: "将棋ったー" },
  set_wfp: { en: "Web Fairy Paradise", ja: "Web Fairy Paradise" },
  set_standard: { en: "ordinary shogi", ja: "本将棋" },
  single_rules: { en: "Single rules", ja: "細かいルール" },
  as_set: { en: "as the rule set says", ja: "ルールに従う" },
  rule_moved_nifu: { en: "Moving a pawn onto a file with another", ja: "移動による二歩" },
  rule_nifu_check: { en: "Check by a pawn whose capture would double it", ja: "二歩になる王手" },
  rule_dead_end: { en: "Pieces that could never move again", ja: "行き所のない駒" },
  rule_pawn_drop_mate: { en: "Mate by dropping a pawn is forbidden", ja: "打ち歩詰め" },
  rule_repetition: { en: "Repetition", ja: "千日手" },
  rule_impasse: { en: "Win by an entered king", ja: "入玉宣言" },
  value_allowed: { en: "allowed", ja: "認める" },
  value_forbidden: { en: "forbidden", ja: "禁止" },
  value_valid: { en: "counts", ja: "有効" },
  value_invalid: { en: "does not count", ja: "無効" },
  value_strict: { en: "wherever it mates", ja: "詰みなら禁止" },
  value_front: { en: "only right before the king", ja: "玉頭のみ禁止" },
  value_none: { en: "has no effect", ja: "規定なし" },
  value_fourfold: { en: "fourth occurrence ends the game", ja: "四回で成立" },
  value_points27: { en: "27 points", ja: "27点法" },
  tide: { en: "Tide: the direction of borrowing flips", ja: "潮：動きを借りる向きが変わる" },
  tide_period: { en: "Plies between flips", ja: "何手ごとに変わるか" },
  start: { en: "Start", ja: "開始局面" },
  start_auto: { en: "usual", ja: "通常" },
  start_advanced: { en: "Annan array", ja: "安南の初期配置" },
  start_standard: { en: "shogi array", ja: "本将棋の初期配置" },
  start_position_shown: { en: "the position on the board", ja: "盤上の局面" },
  handicap: { en: "Handicap", ja: "手合割" },
  handicap_none: { en: "none", ja: "平手" },
  handicap_lance: { en: "lance", ja: "香落ち" },
  handicap_bishop: { en: "bishop", ja: "角落ち" },
  handicap_rook: { en: "rook", ja: "飛車落ち" },
  handicap_rook_lance: { en: "rook and lance", ja: "飛香落ち" },
  handicap_two_pieces: { en: "two pieces", ja: "二枚落ち" },
  handicap_four_pieces: { en: "four pieces", ja: "四枚落ち" },
  handicap_five_pieces: { en: "five pieces", ja: "五枚落ち" },
  handicap_six_pieces: { en: "six pieces", ja: "六枚落ち" },
  begin: { en: "Begin", ja: "対局開始" },
  game_running: { en: "The running game ends when a new one begins.", ja: "新しい対局を始めると、いまの対局は終わります。" },

  records_title: { en: "Records and positions", ja: "棋譜と局面" },
  paste_label: { en: "Paste a record or a position (SFEN, USI, KIF, CSA)", ja: "棋譜や局面を貼り付け（SFEN・USI・KIF・CSA）" },
  read_text: { en: "Read", ja: "読み込む" },
  open_file: { en: "Open a file", ja: "ファイルを開く" },
  drop_note: { en: "A file can also be dropped anywhere on this page.", ja: "ファイルはこのページのどこにでもドロップできます。" },
  save_as: { en: "Save or copy", ja: "保存・コピー" },
  save: { en: "Save", ja: "保存" },
  copy: { en: "Copy", ja: "コピー" },
  copied: { en: "Copied.", ja: "コピーしました。" },
  shift_jis: { en: "KIF in Shift-JIS", ja: "KIFをShift-JISで保存" },

  edit_title: { en: "Position editor", ja: "局面編集" },
  edit_help: {
    en: "Choose a piece below, then click squares. With “Hand” selected a click picks a piece up and puts it down.",
    ja: "下の駒を選んで、マスをクリックすると置けます。「移動」では駒をつかんで動かします。",
  },
  edit_move: { en: "Hand", ja: "移動" },
  edit_erase: { en: "Eraser", ja: "消す" },
  edit_turn: { en: "To move", ja: "手番" },
  edit_number: { en: "Move number", ja: "手数" },
  edit_clear: { en: "Empty board", ja: "盤を空に" },
  edit_start: { en: "Start position", ja: "初期配置" },
  edit_rest: { en: "The rest to {color}", ja: "残りを{color}に" },
  edit_hand: { en: "{piece} in {color}'s hand", ja: "{color}の持ち駒の{piece}" },
  edit_missing: { en: "Not on the board: {pieces}", ja: "盤にない駒：{pieces}" },
  edit_fine: { en: "This position can be played from.", ja: "この局面から指せます。" },
  done: { en: "Done", ja: "完了" },
  problem_two_kings: { en: "{color} has two kings.", ja: "{color}の玉が二枚あります。" },
  problem_no_kings: { en: "There is no king on the board.", ja: "盤上に玉がありません。" },
  problem_too_many: { en: "There are too many pieces of this kind: {piece}.", ja: "{piece}が多すぎます。" },
  problem_doubled_pawns: { en: "{color} has two pawns on one file.", ja: "{color}に二歩があります。" },
  problem_dead_end: { en: "The piece on {square} could never move.", ja: "{square}の駒は行き所がありません。" },
  problem_king_can_be_captured: {
    en: "The side to move could capture the king.",
    ja: "手番の側が玉を取れる局面です。",
  },
  problem_other: { en: "{detail}", ja: "{detail}" },

  looks_title: { en: "Looks", ja: "表示の設定" },
  theme: { en: "Colours", ja: "配色" },
  theme_auto: { en: "as the system", ja: "システムに合わせる" },
  theme_light: { en: "light", ja: "明るい" },
  theme_dark: { en: "dark", ja: "暗い" },
  board_style: { en: "Board", ja: "盤" },
  board_wood: { en: "wood", ja: "木目" },
  board_plain: { en: "plain", ja: "無地" },
  piece_set: { en: "Pieces", ja: "駒" },
  pieces_kanji: { en: "kanji", ja: "漢字" },
  pieces_international: { en: "international", ja: "国際" },

  help_title: { en: "How to play", ja: "使い方" },
  help_move: {
    en: "Click a piece, then the square it goes to; or drag it. Pieces in hand are dropped the same way.",
    ja: "駒をクリックし、行き先のマスをクリックします。ドラッグでも動かせます。持ち駒も同じです。",
  },
  help_badge: {
    en: "The small sign in a piece's corner is the movement that it has now. Select the piece to see from whom.",
    ja: "駒の隅の小さな印は、いまの動きです。駒を選ぶと、どの駒から借りているかが矢印で出ます。",
  },
  help_pin: {
    en: "“!” marks a pinned piece: it may not leave the line to its king.",
    ja: "「！」はピンされた駒です。玉との線から離れられません。",
  },
  help_keys: {
    en: "Keyboard: arrows move over the board, Enter takes and puts, the letters P L N S G B R choose a piece in hand, Escape lets go.",
    ja: "キーボード：矢印で移動、Enterで選択・着手、P L N S G B R で持ち駒を選択、Escで取り消し。",
  },
  help_rule: { en: "The rule of this game: {sentence}.", ja: "このゲームのルール：{sentence}。" },

  notice_illegal_move: { en: "{move} is not possible: {why}", ja: "{move}は指せません。{why}" },
  illegal_no_piece: { en: "there is no such piece.", ja: "その駒がありません。" },
  illegal_movement: { en: "the piece does not move like that.", ja: "その駒はそう動けません。" },
  illegal_occupied: { en: "the square is taken.", ja: "そのマスは空いていません。" },
  illegal_promotion: { en: "it cannot promote there.", ja: "そこでは成れません。" },
  illegal_king: { en: "the king could be captured.", ja: "玉を取られてしまいます。" },
  illegal_nifu: { en: "two pawns would stand on one file (nifu).", ja: "二歩になります。" },
  illegal_dead_end: { en: "the piece could never move again.", ja: "行き所のない駒になります。" },
  illegal_pawn_drop_mate: { en: "a dropped pawn may not mate.", ja: "打ち歩詰めになります。" },
  notice_not_your_turn: { en: "It is not your turn.", ja: "あなたの番ではありません。" },
  notice_game_runs: { en: "Not while a game is being played.", ja: "対局中はできません。" },
  notice_not_now: { en: "That is not possible now.", ja: "いまはできません。" },
  notice_no_such_node: { en: "This move is no longer in the list.", ja: "その手はもうありません。" },
  notice_no_step: { en: "There is nothing further in this direction.", ja: "この先はありません。" },
  notice_bad_setup: { en: "The game cannot be set up like this ({detail}).", ja: "この設定では始められません（{detail}）。" },
  notice_unreadable: { en: "Not understood, line {line}: {detail}", ja: "{line}行目が読めません：{detail}" },
  notice_unreadable_all: { en: "This cannot be read: {detail}", ja: "読み込めません：{detail}" },
  notice_loaded: { en: "Read: {moves} moves.", ja: "読み込みました（{moves}手）。" },
  notice_unsound: { en: "The position in the editor cannot be played from.", ja: "編集中の局面からは指せません。" },
  notice_tree_full: { en: "The list holds {most} moves; no more fit in.", ja: "{most}手まで記録できます。これ以上は入りません。" },
  notice_engine_failed: {
    en: "The engine broke down ({detail}). The game goes on.",
    ja: "エンジンに異常が起きました（{detail}）。対局は続けられます。",
  },
  notice_bad_message: { en: "The program did not understand the page ({detail}).", ja: "プログラムが理解できませんでした（{detail}）。" },
  notice_other: { en: "{detail}", ja: "{detail}" },
} as const satisfies Record<string, Record<Lang, string>>;

export type Key = keyof typeof TEXTS;

/** The names of the pieces. */
const PIECES: Record<string, Record<Lang, string>> = {
  P: { en: "pawn", ja: "歩" },
  L: { en: "lance", ja: "香" },
  N: { en: "knight", ja: "桂" },
  S: { en: "silver", ja: "銀" },
  G: { en: "gold", ja: "金" },
  B: { en: "bishop", ja: "角" },
  R: { en: "rook", ja: "飛" },
  K: { en: "king", ja: "玉" },
  "+P": { en: "promoted pawn", ja: "と" },
  "+L": { en: "promoted lance", ja: "成香" },
  "+N": { en: "promoted knight", ja: "成桂" },
  "+S": { en: "promoted silver", ja: "成銀" },
  "+B": { en: "horse", ja: "馬" },
  "+R": { en: "dragon", ja: "龍" },
};

/** What the movement rules say, in Japanese; the English sentences come from the catalogue. */
const SENTENCES: Record<string, string> = {
  annan: "味方の駒がすぐ後ろにいると、その駒の動きになる",
  annboku: "味方の駒がすぐ前にいると、その駒の動きになる",
  shogi: "どの駒も自分の動きをする",
  taimen: "敵の駒がすぐ前にいると、その駒の動きになる。向かい合う二枚は動きが入れ替わる",
  haimen: "敵の駒がすぐ後ろにいると、その駒の動きになる。背中合わせの二枚は動きが入れ替わる",
  tenjiku: "王手を受けた玉は、玉の動きを失い、王手している駒の動きになる",
  tenkyo: "５五を中心に点対称の位置に駒がいると、敵味方を問わずその駒の動きになる",
  madrasi: "敵の同じ種類の駒に取られる位置にある駒は、動けず利きも失う。玉は除く",
  kmadrasi: "敵の同じ種類の駒に取られる位置にある駒は、玉も含めて、動けず利きも失う",
  neko: "縦に切れ目なく並んだ味方の駒は、上から数えた順と下から数えた順で動きが入れ替わる",
  nekoneko: "縦に切れ目なく並んだ駒は、敵味方を問わず、上下の順で動きが入れ替わる",
  yokoneko: "横に切れ目なく並んだ味方の駒は、左右の順で動きが入れ替わる",
  yokonekoneko: "横に切れ目なく並んだ駒は、敵味方を問わず、左右の順で動きが入れ替わる",
  antouzai: "味方の駒がすぐ左や右にいると、その駒の動きになる。両方なら両方の動きになる",
  anki: "八方の桂馬跳びの位置に味方の駒がいると、それらの駒の動きになる",
};

export class Words {
  constructor(readonly lang: Lang) {}

  /** A sentence. */
  say(key: Key, params: Record<string, unknown> = {}): string {
    return TEXTS[key][this.lang].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
  }

  /** A sentence whose key is put together, or another one if there is none. */
  find(key: string, other: Key, params: Record<string, unknown> = {}): string {
    return this.say(key in TEXTS ? (key as Key) : other, params);
  }

  piece(kind: string): string {
    return PIECES[kind]?.[this.lang] ?? kind;
  }

  kinds(kinds: readonly string[]): string {
    return kinds.map((kind) => this.piece(kind)).join(this.lang === "ja" ? "・" : ", ");
  }

  /** What is wrong with a position. */
  problem({ key, detail, color, square, kind }: Problem): string {
    return this.find(`problem_${key}`, "problem_other", {
      detail,
      color: color ? this.color(color) : "",
      square: square ? this.square(square) : "",
      piece: kind ? this.piece(kind) : "",
    });
  }

  color(color: string, handicap = false): string {
    if (color === "black") return this.say(handicap ? "handicap_black" : "black");
    return this.say(handicap ? "handicap_white" : "white");
  }

  square(square: string): string {
    if (this.lang === "en") return square;
    const file = "１２３４５６７８９"["123456789".indexOf(square[0] ?? "")];
    const rank = "一二三四五六七八九"["abcdefghi".indexOf(square[1] ?? "")];
    return `${file}${rank}`;
  }

  variant(variant: { name: string; ja: string }): string {
    if (this.lang === "ja") return variant.ja;
    return variant.name.charAt(0).toUpperCase() + variant.name.slice(1);
  }

  sentence(variant: { name: string; sentence: string }): string {
    return this.lang === "ja" ? (SENTENCES[variant.name] ?? variant.sentence) : variant.sentence;
  }
}
