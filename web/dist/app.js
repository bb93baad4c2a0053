var te=globalThis,ue=t=>t,Z=te.trustedTypes,he=Z?Z.createPolicy("lit-html",{createHTML:t=>t}):void 0,_e="$lit$",v=`lit$${Math.random().toFixed(9).slice(2)}$`,ye="?"+v,nt=`<${ye}>`,w=document,M=()=>w.createComment(""),T=t=>t===null||typeof t!="object"&&typeof t!="function",ne=Array.isArray,st=t=>ne(t)||typeof t?.[Symbol.iterator]=="function",J=`[ 	
\f\r]`,A=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,me=/-->/g,pe=/>/g,k=RegExp(`>|${J}(?:([^\\s"'>=/]+)(${J}*=${J}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),ge=/'/g,fe=/"/g,be=/^(?:script|style|textarea|title)$/i,se=t=>(e,...n)=>({_$litType$:t,strings:e,values:n}),d=se(1),y=se(2),St=se(3),V=Symbol.for("lit-noChange"),h=Symbol.for("lit-nothing"),$e=new WeakMap,j=w.createTreeWalker(w,129);function ve(t,e){if(!ne(t)||!t.hasOwnProperty("raw"))throw Error("invalid template strings array");return he!==void 0?he.createHTML(e):e}var ot=(t,e)=>{let n=t.length-1,s=[],o,i=e===2?"<svg>":e===3?"<math>":"",a=A;for(let c=0;c<n;c++){let l=t[c],r,u,p=-1,m=0;for(;m<l.length&&(a.lastIndex=m,u=a.exec(l),u!==null);)m=a.lastIndex,a===A?u[1]==="!--"?a=me:u[1]!==void 0?a=pe:u[2]!==void 0?(be.test(u[2])&&(o=RegExp("</"+u[2],"g")),a=k):u[3]!==void 0&&(a=k):a===k?u[0]===">"?(a=o??A,p=-1):u[1]===void 0?p=-2:(p=a.lastIndex-u[2].length,r=u[1],a=u[3]===void 0?k:u[3]==='"'?fe:ge):a===fe||a===ge?a=k:a===me||a===pe?a=A:(a=k,o=void 0);let f=a===k&&t[c+1].startsWith("/>")?" ":"";i+=a===A?l+nt:p>=0?(s.push(r),l.slice(0,p)+_e+l.slice(p)+v+f):l+v+(p===-2?c:f)}return[ve(t,i+(t[n]||"<?>")+(e===2?"</svg>":e===3?"</math>":"")),s]},S=class t{constructor({strings:e,_$litType$:n},s){let o;this.parts=[];let i=0,a=0,c=e.length-1,l=this.parts,[r,u]=ot(e,n);if(this.el=t.createElement(r,s),j.currentNode=this.el.content,n===2||n===3){let p=this.el.content.firstChild;p.replaceWith(...p.childNodes)}for(;(o=j.nextNode())!==null&&l.length<c;){if(o.nodeType===1){if(o.hasAttributes())for(let p of o.getAttributeNames())if(p.endsWith(_e)){let m=u[a++],f=o.getAttribute(p).split(v),_=/([.?@])?(.*)/.exec(m);l.push({type:1,index:i,name:_[2],strings:f,ctor:_[1]==="."?X:_[1]==="?"?z:_[1]==="@"?Q:L}),o.removeAttribute(p)}else p.startsWith(v)&&(l.push({type:6,index:i}),o.removeAttribute(p));if(be.test(o.tagName)){let p=o.textContent.split(v),m=p.length-1;if(m>0){o.textContent=Z?Z.emptyScript:"";for(let f=0;f<m;f++)o.append(p[f],M()),j.nextNode(),l.push({type:2,index:++i});o.append(p[m],M())}}}else if(o.nodeType===8)if(o.data===ye)l.push({type:2,index:i});else{let p=-1;for(;(p=o.data.indexOf(v,p+1))!==-1;)l.push({type:7,index:i}),p+=v.length-1}i++}}static createElement(e,n){let s=w.createElement("template");return s.innerHTML=e,s}};function H(t,e,n=t,s){if(e===V)return e;let o=s!==void 0?n._$Co?.[s]:n._$Cl,i=T(e)?void 0:e._$litDirective$;return o?.constructor!==i&&(o?._$AO?.(!1),i===void 0?o=void 0:(o=new i(t),o._$AT(t,n,s)),s!==void 0?(n._$Co??=[])[s]=o:n._$Cl=o),o!==void 0&&(e=H(t,o._$AS(t,e.values),o,s)),e}var Y=class{constructor(e,n){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:n},parts:s}=this._$AD,o=(e?.creationScope??w).importNode(n,!0);j.currentNode=o;let i=j.nextNode(),a=0,c=0,l=s[0];for(;l!==void 0;){if(a===l.index){let r;l.type===2?r=new E(i,i.nextSibling,this,e):l.type===1?r=new l.ctor(i,l.name,l.strings,this,e):l.type===6&&(r=new ee(i,this,e)),this._$AV.push(r),l=s[++c]}a!==l?.index&&(i=j.nextNode(),a++)}return j.currentNode=w,o}p(e){let n=0;for(let s of this._$AV)s!==void 0&&(s.strings!==void 0?(s._$AI(e,s,n),n+=s.strings.length-2):s._$AI(e[n])),n++}},E=class t{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,n,s,o){this.type=2,this._$AH=h,this._$AN=void 0,this._$AA=e,this._$AB=n,this._$AM=s,this.options=o,this._$Cv=o?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,n=this._$AM;return n!==void 0&&e?.nodeType===11&&(e=n.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,n=this){e=H(this,e,n),T(e)?e===h||e==null||e===""?(this._$AH!==h&&this._$AR(),this._$AH=h):e!==this._$AH&&e!==V&&this._(e):e._$litType$!==void 0?this.$(e):e.nodeType!==void 0?this.T(e):st(e)?this.k(e):this._(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==h&&T(this._$AH)?this._$AA.nextSibling.data=e:this.T(w.createTextNode(e)),this._$AH=e}$(e){let{values:n,_$litType$:s}=e,o=typeof s=="number"?this._$AC(e):(s.el===void 0&&(s.el=S.createElement(ve(s.h,s.h[0]),this.options)),s);if(this._$AH?._$AD===o)this._$AH.p(n);else{let i=new Y(o,this),a=i.u(this.options);i.p(n),this.T(a),this._$AH=i}}_$AC(e){let n=$e.get(e.strings);return n===void 0&&$e.set(e.strings,n=new S(e)),n}k(e){ne(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,s,o=0;for(let i of e)o===n.length?n.push(s=new t(this.O(M()),this.O(M()),this,this.options)):s=n[o],s._$AI(i),o++;o<n.length&&(this._$AR(s&&s._$AB.nextSibling,o),n.length=o)}_$AR(e=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);e!==this._$AB;){let s=ue(e).nextSibling;ue(e).remove(),e=s}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},L=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,n,s,o,i){this.type=1,this._$AH=h,this._$AN=void 0,this.element=e,this.name=n,this._$AM=o,this.options=i,s.length>2||s[0]!==""||s[1]!==""?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=h}_$AI(e,n=this,s,o){let i=this.strings,a=!1;if(i===void 0)e=H(this,e,n,0),a=!T(e)||e!==this._$AH&&e!==V,a&&(this._$AH=e);else{let c=e,l,r;for(e=i[0],l=0;l<i.length-1;l++)r=H(this,c[s+l],n,l),r===V&&(r=this._$AH[l]),a||=!T(r)||r!==this._$AH[l],r===h?e=h:e!==h&&(e+=(r??"")+i[l+1]),this._$AH[l]=r}a&&!o&&this.j(e)}j(e){e===h?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??"")}},X=class extends L{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===h?void 0:e}},z=class extends L{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==h)}},Q=class extends L{constructor(e,n,s,o,i){super(e,n,s,o,i),this.type=5}_$AI(e,n=this){if((e=H(this,e,n,0)??h)===V)return;let s=this._$AH,o=e===h&&s!==h||e.capture!==s.capture||e.once!==s.once||e.passive!==s.passive,i=e!==h&&(s===h||o);o&&this.element.removeEventListener(this.name,this,s),i&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},ee=class{constructor(e,n,s){this.element=e,this.type=6,this._$AN=void 0,this._$AM=n,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(e){H(this,e)}};var at=te.litHtmlPolyfillSupport;at?.(S,E),(te.litHtmlVersions??=[]).push("3.3.3");var Ce=(t,e,n)=>{let s=n?.renderBefore??e,o=s._$litPart$;if(o===void 0){let i=n?.renderBefore??null;s._$litPart$=o=new E(e.insertBefore(M(),i),i,void 0,n??{})}return o._$AI(t),o};function it(){let[t="",e=""]=location.hash.slice(1).split("/");return{token:t,session:e||"main"}}var q=class{constructor(e,n){this.hear=e;this.changed=n;this.open()}hear;changed;socket=null;wait=250;open(){let{token:e,session:n}=it(),s=location.protocol==="https:"?"wss:":"ws:",o=new URLSearchParams({token:e,session:n}),i=new WebSocket(`${s}//${location.host}/ws?${o}`);this.socket=i,i.onopen=()=>{this.wait=250,this.changed(!0)},i.onmessage=a=>this.hear(JSON.parse(String(a.data))),i.onclose=()=>{this.changed(!1),setTimeout(()=>this.open(),this.wait),this.wait=Math.min(2*this.wait,5e3)}}send(e){this.socket?.readyState===WebSocket.OPEN&&this.socket.send(JSON.stringify(e))}};var je="nanboku";function ke(){let e=((navigator.languages??[navigator.language]).find(n=>/^(ja|en)/.test(n))??"en").startsWith("ja")?"ja":"en";return{lang:e,theme:"auto",board:"wood",pieces:"kanji",notation:e,flipped:!1,setup:null}}function we(){try{return{...ke(),...JSON.parse(localStorage.getItem(je)??"{}")}}catch{return ke()}}function He(t){try{localStorage.setItem(je,JSON.stringify(t))}catch{}}var Le={title:{en:"Nanboku",ja:"南北"},subtitle:{en:"Annan shogi and its relatives",ja:"安南将棋とその仲間"},language:{en:"日本語",ja:"English"},language_label:{en:"表示を日本語にする",ja:"Change the language to English"},connecting:{en:"The connection to the program is lost. Trying again…",ja:"プログラムとの接続が切れました。再接続しています…"},skip:{en:"Skip to the board",ja:"盤へ移動"},messages:{en:"Messages",ja:"お知らせ"},black:{en:"Black",ja:"先手"},white:{en:"White",ja:"後手"},handicap_black:{en:"Black",ja:"下手"},handicap_white:{en:"White",ja:"上手"},nobody:{en:"nobody",ja:"なし"},human:{en:"Human",ja:"人"},engine_level:{en:"Engine, level {level}",ja:"エンジン レベル{level}"},board:{en:"Board",ja:"将棋盤"},hand_of:{en:"Pieces in {color}'s hand",ja:"{color}の持ち駒"},empty_square:{en:"{square}, empty",ja:"{square}、空き"},piece_on:{en:"{square}, {color} {piece}",ja:"{square}、{color}の{piece}"},moves_as:{en:"moves as {kinds}",ja:"{kinds}の動き"},cannot_move:{en:"cannot move",ja:"動けない"},is_pinned:{en:"pinned",ja:"ピンされている"},can_go_here:{en:"can go here",ja:"ここへ動ける"},can_capture_here:{en:"can capture here",ja:"ここで取れる"},in_hand:{en:"{piece} in hand, {count}",ja:"持ち駒の{piece}、{count}枚"},borrows:{en:"The {piece} on {square} moves as {kinds}, because of the {givers}.",ja:"{square}の{piece}は{givers}により{kinds}の動きをします。"},borrows_none:{en:"The {piece} on {square} moves as {kinds}.",ja:"{square}の{piece}は{kinds}の動きをします。"},paralysed:{en:"The {piece} on {square} cannot move, because of the {givers}.",ja:"{square}の{piece}は{givers}により動けません。"},giver:{en:"{piece} on {square}",ja:"{square}の{piece}"},and:{en:" and ",ja:"と"},pinned_why:{en:"It is pinned: away from the line, the {attacker} on {square} would capture the king.",ja:"ピンされています。この線から離れると、{square}の{attacker}に玉を取られます。"},plain_move:{en:"The {piece} on {square} moves as itself.",ja:"{square}の{piece}はそのままの動きです。"},promote:{en:"Promote",ja:"成る"},decline:{en:"Do not promote",ja:"成らない"},promotion:{en:"Promote the piece?",ja:"成りますか？"},cancel:{en:"Cancel",ja:"やめる"},close:{en:"Close",ja:"閉じる"},to_move:{en:"{color} to move",ja:"{color}の番"},your_move:{en:"Your move ({color})",ja:"あなたの番（{color}）"},thinking:{en:"{color}: the engine is thinking",ja:"{color}：エンジンが考えています"},check:{en:"Check!",ja:"王手！"},looking_back:{en:"An earlier position of the game",ja:"対局の途中の局面を見ています"},exploring:{en:"Analysis board: {color} to move",ja:"検討盤：{color}の番"},editing:{en:"Position editor",ja:"局面編集"},back_to_game:{en:"Back to the game",ja:"対局に戻る"},occurrences:{en:"This position has occurred {count} times.",ja:"同一局面{count}回目です。"},tide_now:{en:"Tide: {direction}",ja:"潮：{direction}"},tide_left:{en:"flips to {next} after {plies} plies",ja:"あと{plies}手で{next}に変わります"},tide_left_one:{en:"flips to {next} after this ply",ja:"この手のあと{next}に変わります"},tide_flipped:{en:"The tide has turned: now {direction}.",ja:"潮が変わりました。いまは{direction}です。"},wins:{en:"{color} wins",ja:"{color}の勝ち"},drawn:{en:"Draw",ja:"引き分け"},no_result:{en:"No result",ja:"勝敗なし"},end_checkmate:{en:"Checkmate.",ja:"詰みです。"},end_stalemate:{en:"No legal move is left.",ja:"指せる手がありません。"},end_impasse:{en:"Win by points with an entered king.",ja:"入玉宣言（点数勝ち）です。"},end_repetition:{en:"The position occurred for the fourth time.",ja:"千日手です。"},end_perpetual:{en:"Loss by perpetual check.",ja:"連続王手の千日手です。"},end_bare_kings:{en:"Only the kings are left.",ja:"両玉だけが残りました。"},end_resignation:{en:"Resignation.",ja:"投了です。"},end_time:{en:"The time is over.",ja:"時間切れです。"},end_illegal_move:{en:"An illegal move.",ja:"反則です。"},end_move_limit:{en:"The limit of moves is reached.",ja:"規定手数に達しました。"},end_abandoned:{en:"The game was broken off.",ja:"中断です。"},end_other:{en:"The game is over.",ja:"終局です。"},new_game:{en:"New game",ja:"新しい対局"},rematch:{en:"Rematch, colours changed",ja:"先後を替えて再戦"},play_on:{en:"Play on from here",ja:"ここから指し継ぐ"},take_back:{en:"Take back",ja:"待った"},resign:{en:"Resign",ja:"投了"},abort:{en:"Break off",ja:"中断"},move_now:{en:"Move now",ja:"すぐ指させる"},flip:{en:"Turn the board",ja:"盤を回す"},hints:{en:"Hints",ja:"ヒント"},hints_title:{en:"Show badges, pins and targets",ja:"動きの印・ピン・行き先を表示"},show_me:{en:"Show me",ja:"教えて"},mate_question:{en:"Mate?",ja:"詰む？"},analyse:{en:"Analyse",ja:"検討"},analyse_game:{en:"Analyse the game",ja:"棋譜解析"},stop:{en:"Stop",ja:"止める"},edit:{en:"Edit position",ja:"局面編集"},records:{en:"Records",ja:"棋譜"},looks:{en:"Looks",ja:"表示"},help:{en:"Help",ja:"使い方"},lines:{en:"Lines",ja:"候補手"},moves:{en:"Moves",ja:"指し手"},start_position:{en:"Start",ja:"開始局面"},first:{en:"To the start",ja:"最初へ"},back:{en:"One move back",ja:"一手戻る"},on:{en:"One move on",ja:"一手進む"},last:{en:"To the end",ja:"最後へ"},branch:{en:"Other moves here",ja:"ほかの手"},delete_branch:{en:"Delete from here",ja:"ここから削除"},promote_branch:{en:"Make this the main line",ja:"本譜にする"},notation_switch:{en:"Notation: {name}",ja:"棋譜表記：{name}"},notation_ja:{en:"Japanese",ja:"日本式"},notation_en:{en:"Western",ja:"西洋式"},mark_inaccuracy:{en:"dubious",ja:"疑問手"},mark_mistake:{en:"mistake",ja:"悪手"},mark_blunder:{en:"blunder",ja:"大悪手"},better:{en:"Better was {move}",ja:"{move}が勝る"},comment:{en:"Comment",ja:"コメント"},curve:{en:"Chance of winning, move by move",ja:"勝率の推移"},chance:{en:"Black's chance of winning: {percent} %",ja:"先手の勝率 {percent} %"},depth:{en:"depth {depth}",ja:"深さ {depth}"},nodes:{en:"{nodes} nodes, {nps} a second",ja:"{nodes}局面、毎秒{nps}"},line_play:{en:"Show this line up to {move}",ja:"{move}まで進める"},progress:{en:"{done} of {of} positions",ja:"{of}局面中{done}"},searching_mate:{en:"Looking for a mate…",ja:"詰みを探しています…"},searching_hint:{en:"Looking for the best move…",ja:"最善手を探しています…"},mate_found:{en:"Mate in {plies} plies.",ja:"{plies}手詰があります。"},mate_none:{en:"There is no mate by checks.",ja:"王手の連続では詰みません。"},mate_unknown:{en:"No mate found in the time.",ja:"時間内に詰みは見つかりませんでした。"},play_out:{en:"Play it out",ja:"並べる"},hint_is:{en:"Best seems {move}.",ja:"{move}が良さそうです。"},setup_title:{en:"New game",ja:"新しい対局"},variant:{en:"Variant",ja:"種類"},you_play:{en:"Who plays",ja:"対局者"},level:{en:"Level",ja:"レベル"},level_1:{en:"beginner",ja:"入門"},level_5:{en:"full strength",ja:"全力"},think:{en:"Engine: seconds for a move without a clock",ja:"エンジンの一手の秒数（時計なしのとき）"},clock:{en:"Clock",ja:"持ち時間"},clock_none:{en:"No clock",ja:"時計なし"},clock_sudden:{en:"Sudden death",ja:"切れ負け"},clock_byoyomi:{en:"Byoyomi",ja:"秒読み"},clock_increment:{en:"Increment",ja:"加算（フィッシャー）"},clock_main:{en:"Minutes",ja:"持ち時間（分）"},clock_seconds:{en:"Seconds for a move",ja:"一手の秒数"},rule_set:{en:"Rule set",ja:"ルール"},rule_auto:{en:"as usual for the variant ({name})",ja:"標準（{name}）"},set_lishogi:{en:"lishogi",ja:"lishogi"},set_app:{en:"Tide app",ja:"潮アプリ"},set_mihara:{en:"Mihara",ja:"三原流"},set_shogitter:{en:"Shogitter",ja:"将棋ったー"},set_wfp:{en:"Web Fairy Paradise",ja:"Web Fairy Paradise"},set_standard:{en:"ordinary shogi",ja:"本将棋"},single_rules:{en:"Single rules",ja:"細かいルール"},as_set:{en:"as the rule set says",ja:"ルールに従う"},rule_moved_nifu:{en:"Moving a pawn onto a file with another",ja:"移動による二歩"},rule_nifu_check:{en:"Check by a pawn whose capture would double it",ja:"二歩になる王手"},rule_dead_end:{en:"Pieces that could never move again",ja:"行き所のない駒"},rule_pawn_drop_mate:{en:"Mate by dropping a pawn is forbidden",ja:"打ち歩詰め"},rule_repetition:{en:"Repetition",ja:"千日手"},rule_impasse:{en:"Win by an entered king",ja:"入玉宣言"},value_allowed:{en:"allowed",ja:"認める"},value_forbidden:{en:"forbidden",ja:"禁止"},value_valid:{en:"counts",ja:"有効"},value_invalid:{en:"does not count",ja:"無効"},value_strict:{en:"wherever it mates",ja:"詰みなら禁止"},value_front:{en:"only right before the king",ja:"玉頭のみ禁止"},value_none:{en:"has no effect",ja:"規定なし"},value_fourfold:{en:"fourth occurrence ends the game",ja:"四回で成立"},value_points27:{en:"27 points",ja:"27点法"},tide:{en:"Tide: the direction of borrowing flips",ja:"潮：動きを借りる向きが変わる"},tide_period:{en:"Plies between flips",ja:"何手ごとに変わるか"},start:{en:"Start",ja:"開始局面"},start_auto:{en:"usual",ja:"通常"},start_advanced:{en:"Annan array",ja:"安南の初期配置"},start_standard:{en:"shogi array",ja:"本将棋の初期配置"},start_position_shown:{en:"the position on the board",ja:"盤上の局面"},handicap:{en:"Handicap",ja:"手合割"},handicap_none:{en:"none",ja:"平手"},handicap_lance:{en:"lance",ja:"香落ち"},handicap_bishop:{en:"bishop",ja:"角落ち"},handicap_rook:{en:"rook",ja:"飛車落ち"},handicap_rook_lance:{en:"rook and lance",ja:"飛香落ち"},handicap_two_pieces:{en:"two pieces",ja:"二枚落ち"},handicap_four_pieces:{en:"four pieces",ja:"四枚落ち"},handicap_five_pieces:{en:"five pieces",ja:"五枚落ち"},handicap_six_pieces:{en:"six pieces",ja:"六枚落ち"},begin:{en:"Begin",ja:"対局開始"},game_running:{en:"The running game ends when a new one begins.",ja:"新しい対局を始めると、いまの対局は終わります。"},records_title:{en:"Records and positions",ja:"棋譜と局面"},paste_label:{en:"Paste a record or a position (SFEN, USI, KIF, CSA)",ja:"棋譜や局面を貼り付け（SFEN・USI・KIF・CSA）"},read_text:{en:"Read",ja:"読み込む"},open_file:{en:"Open a file",ja:"ファイルを開く"},drop_note:{en:"A file can also be dropped anywhere on this page.",ja:"ファイルはこのページのどこにでもドロップできます。"},save_as:{en:"Save or copy",ja:"保存・コピー"},save:{en:"Save",ja:"保存"},copy:{en:"Copy",ja:"コピー"},copied:{en:"Copied.",ja:"コピーしました。"},shift_jis:{en:"KIF in Shift-JIS",ja:"KIFをShift-JISで保存"},edit_title:{en:"Position editor",ja:"局面編集"},edit_help:{en:"Choose a piece below, then click squares. With “Hand” selected a click picks a piece up and puts it down.",ja:"下の駒を選んで、マスをクリックすると置けます。「移動」では駒をつかんで動かします。"},edit_move:{en:"Hand",ja:"移動"},edit_erase:{en:"Eraser",ja:"消す"},edit_turn:{en:"To move",ja:"手番"},edit_number:{en:"Move number",ja:"手数"},edit_clear:{en:"Empty board",ja:"盤を空に"},edit_start:{en:"Start position",ja:"初期配置"},edit_rest:{en:"The rest to {color}",ja:"残りを{color}に"},edit_hand:{en:"{piece} in {color}'s hand",ja:"{color}の持ち駒の{piece}"},edit_missing:{en:"Not on the board: {pieces}",ja:"盤にない駒：{pieces}"},edit_fine:{en:"This position can be played from.",ja:"この局面から指せます。"},done:{en:"Done",ja:"完了"},problem_two_kings:{en:"{color} has two kings.",ja:"{color}の玉が二枚あります。"},problem_no_kings:{en:"There is no king on the board.",ja:"盤上に玉がありません。"},problem_too_many:{en:"There are too many pieces of this kind: {piece}.",ja:"{piece}が多すぎます。"},problem_doubled_pawns:{en:"{color} has two pawns on one file.",ja:"{color}に二歩があります。"},problem_dead_end:{en:"The piece on {square} could never move.",ja:"{square}の駒は行き所がありません。"},problem_king_can_be_captured:{en:"The side to move could capture the king.",ja:"手番の側が玉を取れる局面です。"},problem_other:{en:"{detail}",ja:"{detail}"},looks_title:{en:"Looks",ja:"表示の設定"},theme:{en:"Colours",ja:"配色"},theme_auto:{en:"as the system",ja:"システムに合わせる"},theme_light:{en:"light",ja:"明るい"},theme_dark:{en:"dark",ja:"暗い"},board_style:{en:"Board",ja:"盤"},board_wood:{en:"wood",ja:"木目"},board_plain:{en:"plain",ja:"無地"},piece_set:{en:"Pieces",ja:"駒"},pieces_kanji:{en:"kanji",ja:"漢字"},pieces_international:{en:"international",ja:"国際"},help_title:{en:"How to play",ja:"使い方"},help_move:{en:"Click a piece, then the square it goes to; or drag it. Pieces in hand are dropped the same way.",ja:"駒をクリックし、行き先のマスをクリックします。ドラッグでも動かせます。持ち駒も同じです。"},help_badge:{en:"The small sign in a piece's corner is the movement that it has now. Select the piece to see from whom.",ja:"駒の隅の小さな印は、いまの動きです。駒を選ぶと、どの駒から借りているかが矢印で出ます。"},help_pin:{en:"“!” marks a pinned piece: it may not leave the line to its king.",ja:"「！」はピンされた駒です。玉との線から離れられません。"},help_keys:{en:"Keyboard: arrows move over the board, Enter takes and puts, the letters P L N S G B R choose a piece in hand, Escape lets go.",ja:"キーボード：矢印で移動、Enterで選択・着手、P L N S G B R で持ち駒を選択、Escで取り消し。"},help_rule:{en:"The rule of this game: {sentence}.",ja:"このゲームのルール：{sentence}。"},notice_illegal_move:{en:"{move} is not possible: {why}",ja:"{move}は指せません。{why}"},illegal_no_piece:{en:"there is no such piece.",ja:"その駒がありません。"},illegal_movement:{en:"the piece does not move like that.",ja:"その駒はそう動けません。"},illegal_occupied:{en:"the square is taken.",ja:"そのマスは空いていません。"},illegal_promotion:{en:"it cannot promote there.",ja:"そこでは成れません。"},illegal_king:{en:"the king could be captured.",ja:"玉を取られてしまいます。"},illegal_nifu:{en:"two pawns would stand on one file (nifu).",ja:"二歩になります。"},illegal_dead_end:{en:"the piece could never move again.",ja:"行き所のない駒になります。"},illegal_pawn_drop_mate:{en:"a dropped pawn may not mate.",ja:"打ち歩詰めになります。"},notice_not_your_turn:{en:"It is not your turn.",ja:"あなたの番ではありません。"},notice_game_runs:{en:"Not while a game is being played.",ja:"対局中はできません。"},notice_not_now:{en:"That is not possible now.",ja:"いまはできません。"},notice_no_such_node:{en:"This move is no longer in the list.",ja:"その手はもうありません。"},notice_no_step:{en:"There is nothing further in this direction.",ja:"この先はありません。"},notice_bad_setup:{en:"The game cannot be set up like this ({detail}).",ja:"この設定では始められません（{detail}）。"},notice_unreadable:{en:"Not understood, line {line}: {detail}",ja:"{line}行目が読めません：{detail}"},notice_unreadable_all:{en:"This cannot be read: {detail}",ja:"読み込めません：{detail}"},notice_loaded:{en:"Read: {moves} moves.",ja:"読み込みました（{moves}手）。"},notice_unsound:{en:"The position in the editor cannot be played from.",ja:"編集中の局面からは指せません。"},notice_tree_full:{en:"The list holds {most} moves; no more fit in.",ja:"{most}手まで記録できます。これ以上は入りません。"},notice_engine_failed:{en:"The engine broke down ({detail}). The game goes on.",ja:"エンジンに異常が起きました（{detail}）。対局は続けられます。"},notice_bad_message:{en:"The program did not understand the page ({detail}).",ja:"プログラムが理解できませんでした（{detail}）。"},notice_other:{en:"{detail}",ja:"{detail}"}},lt={P:{en:"pawn",ja:"歩"},L:{en:"lance",ja:"香"},N:{en:"knight",ja:"桂"},S:{en:"silver",ja:"銀"},G:{en:"gold",ja:"金"},B:{en:"bishop",ja:"角"},R:{en:"rook",ja:"飛"},K:{en:"king",ja:"玉"},"+P":{en:"promoted pawn",ja:"と"},"+L":{en:"promoted lance",ja:"成香"},"+N":{en:"promoted knight",ja:"成桂"},"+S":{en:"promoted silver",ja:"成銀"},"+B":{en:"horse",ja:"馬"},"+R":{en:"dragon",ja:"龍"}},ct={annan:"味方の駒がすぐ後ろにいると、その駒の動きになる",annboku:"味方の駒がすぐ前にいると、その駒の動きになる",shogi:"どの駒も自分の動きをする",taimen:"敵の駒がすぐ前にいると、その駒の動きになる。向かい合う二枚は動きが入れ替わる",haimen:"敵の駒がすぐ後ろにいると、その駒の動きになる。背中合わせの二枚は動きが入れ替わる",tenjiku:"王手を受けた玉は、玉の動きを失い、王手している駒の動きになる",tenkyo:"５五を中心に点対称の位置に駒がいると、敵味方を問わずその駒の動きになる",madrasi:"敵の同じ種類の駒に取られる位置にある駒は、動けず利きも失う。玉は除く",kmadrasi:"敵の同じ種類の駒に取られる位置にある駒は、玉も含めて、動けず利きも失う",neko:"縦に切れ目なく並んだ味方の駒は、上から数えた順と下から数えた順で動きが入れ替わる",nekoneko:"縦に切れ目なく並んだ駒は、敵味方を問わず、上下の順で動きが入れ替わる",yokoneko:"横に切れ目なく並んだ味方の駒は、左右の順で動きが入れ替わる",yokonekoneko:"横に切れ目なく並んだ駒は、敵味方を問わず、左右の順で動きが入れ替わる",antouzai:"味方の駒がすぐ左や右にいると、その駒の動きになる。両方なら両方の動きになる",anki:"八方の桂馬跳びの位置に味方の駒がいると、それらの駒の動きになる"},R=class{constructor(e){this.lang=e}lang;say(e,n={}){return Le[e][this.lang].replace(/\{(\w+)\}/g,(s,o)=>String(n[o]??""))}find(e,n,s={}){return this.say(e in Le?e:n,s)}piece(e){return lt[e]?.[this.lang]??e}kinds(e){return e.map(n=>this.piece(n)).join(this.lang==="ja"?"・":", ")}problem({key:e,detail:n,color:s,square:o,kind:i}){return this.find(`problem_${e}`,"problem_other",{detail:n,color:s?this.color(s):"",square:o?this.square(o):"",piece:i?this.piece(i):""})}color(e,n=!1){return e==="black"?this.say(n?"handicap_black":"black"):this.say(n?"handicap_white":"white")}square(e){if(this.lang==="en")return e;let n="１２３４５６７８９"["123456789".indexOf(e[0]??"")],s="一二三四五六七八九"["abcdefghi".indexOf(e[1]??"")];return`${n}${s}`}variant(e){return this.lang==="ja"?e.ja:e.name.charAt(0).toUpperCase()+e.name.slice(1)}sentence(e){return this.lang==="ja"?ct[e.name]??e.sentence:e.sentence}};var dt=7e3,B=class{constructor(e){this.draw=e;this.connection=new q(n=>this.hear(n),n=>{this.connected=n,e()})}draw;prefs=we();words=new R(this.prefs.lang);connected=!0;state=null;catalog=null;clocks=null;analysis=null;hint=null;mate=null;chosen=null;hovered=null;focused="5i";asking=null;dialog=null;tool="hand";lifted=null;messages=[];spoken="";exported=null;connection;count=0;send(e){this.connection.send(e)}change(e){e(),this.draw()}setPrefs(e){this.prefs={...this.prefs,...e},this.words=new R(this.prefs.lang),He(this.prefs),this.draw()}say(e,n="info"){let s=++this.count;this.messages=[...this.messages.slice(-3),{id:s,level:n,text:e}],this.spoken=e,setTimeout(()=>this.change(()=>this.dismiss(s)),dt),this.draw()}dismiss(e){this.messages=this.messages.filter(n=>n.id!==e)}hear(e){switch(e.type){case"catalog":this.catalog=e;break;case"state":this.take(e);break;case"clocks":this.clocks={...e,at:performance.now()};break;case"analysis":this.analysis=e;break;case"hint":this.hint=e,e.line?.moves[0]&&this.say(this.words.say("hint_is",{move:this.move(e.line.moves[0])}));break;case"mate":this.mate=e;break;case"progress":this.state&&(this.state.engine.game={done:e.done,of:e.of});break;case"export":this.exported?.(e),this.exported=null;break;case"notice":this.say(this.notice(e),e.level);break}this.draw()}take(e){let n=this.state;!n&&e.mode==="free"&&e.tree.nodes.length===1&&e.setup.start!=="position"&&(this.dialog="new");let s=n?.tree.cursor!==e.tree.cursor||n?.position.sfen!==e.position.sfen;this.state=e,this.clocks=e.clocks?{...e.clocks,at:performance.now()}:null,s&&(this.chosen=null,this.asking=null,this.hint=null,this.analysis=null,this.mate=null,this.node(e.tree.cursor)?.move&&n&&(this.spoken=this.status())),e.position.last_move?.flipped&&s&&n&&e.position.tide&&this.say(this.words.say("tide_flipped",{direction:this.direction(e.position.tide.now)})),e.game.end&&!n?.game.end&&n&&this.say(this.ending())}move(e){return this.prefs.notation==="ja"?e.ja:e.en}direction(e){let n=this.catalog?.variants.find(s=>s.name===e);return n?this.words.variant(n):e}color(e){let n=this.state?.setup.handicap??"none";return this.words.color(e,n!=="none")}ending(){let e=this.state?.game.end??this.state?.position.outcome;if(!e)return"";let n=this.words.find(`end_${e.reason}`,"end_other"),s=["repetition","bare_kings","move_limit"].includes(e.reason),o=e.winner?this.words.say("wins",{color:this.color(e.winner)}):this.words.say(s?"drawn":"no_result");return this.words.lang==="ja"?`${n}${o}。`:`${n} ${o}.`}status(){let{state:e,words:n}=this;if(!e)return"";if(e.mode==="edit")return n.say("editing");if(e.game.end&&e.tree.cursor===e.game.live||e.position.outcome)return this.ending();let o=this.color(e.position.side),i=e.position.check?` ${n.say("check")}`:"";if(e.mode==="free")return n.say("exploring",{color:o})+i;if(e.tree.cursor!==e.game.live)return n.say("looking_back");if(e.engine.thinking)return n.say("thinking",{color:this.color(e.engine.thinking)})+i;let a=e.setup.black.player==="human"&&e.setup.white.player==="human";return n.say(a?"to_move":"your_move",{color:o})+i}notice(e){let{words:n}=this,s={...e};e.key==="illegal_move"&&(s.move=String(e.usi??""),s.why=n.find(`illegal_${String(e.reason)}`,"illegal_movement"));let o=e.problems??[];return o.length?o.map(i=>n.problem(i)).join(" "):e.key==="unreadable"&&e.line==null?n.say("notice_unreadable_all",s):n.find(`notice_${e.key}`,"notice_other",{detail:e.key,...s})}piece(e){return this.state?.position.pieces.find(n=>n.square===e)}node(e){return this.state?.tree.nodes.find(n=>n.id===e)}targets(e){return this.state?.targets.find(n=>n.from===e)?.to??[]}movable(e){return this.state?.targets.some(n=>n.from===e)??!1}touch(e){if(this.state?.mode==="edit")return this.edit(e);this.chosen!==null&&this.chosen!==e&&this.go(this.chosen,e)||this.change(()=>{this.asking=null,this.chosen=this.chosen===e||!this.piece(e)?null:e})}touchHand(e,n){if(this.state?.position.side!==e)return;let s=`${n}*`;this.movable(s)&&this.change(()=>{this.asking=null,this.chosen=this.chosen===s?null:s})}go(e,n){let s=this.targets(e).find(o=>o.square===n);return s?(s.plain&&s.promote?this.change(()=>this.asking={from:e,to:n}):this.play(e,n,s.promote),!0):!1}play(e,n,s){this.send({do:"move",usi:`${e}${n}${s?"+":""}`}),this.focused=n,this.change(()=>{this.chosen=null,this.asking=null})}edit(e){let{tool:n}=this,s=o=>this.send({do:"edit",change:{edit:"put",square:e,piece:o}});if(n==="erase")return s(null);if(n!=="hand"){let o=this.piece(e);return s(o?.color===n.color&&o.kind===n.kind?null:n)}this.change(()=>{this.lifted&&this.lifted!==e?(this.send({do:"edit",change:{edit:"shift",from:this.lifted,to:e}}),this.lifted=null):this.lifted=this.lifted===e||!this.piece(e)?null:e})}};var oe={歩:"M16 -7 15 -6C23 -1 33 9 37 17C50 23 55 -3 16 -7ZM-26 -10C-30 0 -39 14 -50 22L-49 23C-35 18 -22 8 -15 -1C-13 0 -12 -1 -11 -2ZM-6 -12V13C-6 14 -7 14 -8 14C-10 14 -22 14 -22 14V15C-16 16 -14 17 -12 19C-11 21 -10 23 -10 27C4 26 6 21 6 13V-8C9 -8 10 -9 10 -11ZM20 6C5 32 -17 42 -44 48L-43 50C-13 47 10 40 30 16C33 16 34 16 35 14ZM-31 -42V-16H-50L-49 -13H47C48 -13 50 -13 50 -14C45 -19 37 -25 37 -25L29 -16H7V-30H36C38 -30 39 -31 39 -32C34 -36 26 -42 26 -42L18 -33H7V-46C10 -46 10 -47 11 -49L-6 -50V-16H-19V-38C-17 -38 -16 -39 -16 -41Z",香:"M36 -38 25 -50C10 -44 -18 -38 -41 -36L-41 -34C-30 -34 -18 -34 -6 -35V-25H-49L-48 -22H-16C-24 -11 -36 1 -50 8L-49 10C-43 8 -37 5 -31 3V50H-29C-24 50 -19 47 -19 46V42H19V49H21C25 49 31 47 31 46V12C33 12 35 11 35 10L23 1L18 7H-18L-31 2C-21 -2 -13 -8 -6 -15V4H-4C2 4 6 1 6 1V-22H7C14 -7 26 2 41 8C42 2 45 -2 50 -3L50 -4C36 -6 19 -12 10 -22H46C47 -22 49 -22 49 -23C44 -27 37 -33 37 -33L30 -25H6V-36C15 -37 23 -38 29 -39C33 -37 35 -37 36 -38ZM19 10V23H-19V10ZM-19 39V26H19V39Z",桂:"M-33 -49V-23H-48L-47 -20H-35C-37 -5 -42 11 -50 23L-49 24C-43 19 -37 13 -33 6V49H-31C-26 49 -21 46 -21 45V-6C-19 -1 -16 4 -16 9C-7 17 3 0 -21 -8V-20H-9C-7 -20 -6 -21 -6 -22C-9 -26 -15 -31 -15 -31L-20 -23H-21V-44C-19 -45 -18 -46 -18 -47ZM10 -48V-30H-8L-7 -27H10V-8H-11L-11 -5H47C48 -5 49 -6 49 -7C45 -11 38 -17 38 -17L32 -8H23V-27H43C45 -27 46 -28 46 -29C42 -33 35 -39 35 -39L29 -30H23V-44C25 -44 26 -45 26 -46ZM10 -3V16H-11L-10 19H10V43H-16L-15 45H47C49 45 50 45 50 44C46 40 39 34 39 34L32 43H23V19H44C46 19 47 19 47 18C43 14 36 8 36 8L30 16H23V2C25 1 26 0 26 -1Z",銀:"M-16 4C-17 11 -18 20 -19 25L-18 26C-14 22 -11 15 -8 10C-6 10 -4 9 -4 8ZM-44 5 -45 5C-43 11 -42 19 -43 26C-36 34 -26 18 -44 5ZM8 -20H30V-5H8ZM8 -23V-38H30V-23ZM8 -2H16C17 11 20 20 24 28L8 31ZM18 -2H30V3H32C34 3 35 2 36 2C33 7 29 13 25 16C22 11 19 5 18 -2ZM-13 35 -6 48C-5 48 -4 47 -3 46C9 39 18 34 25 30C28 37 33 43 39 48C41 42 45 39 50 38L50 37C41 33 33 27 27 19C32 17 38 14 44 11C46 12 47 12 48 11L37 2C40 1 41 0 41 0V-37C44 -37 45 -38 45 -39L34 -47L29 -41H10L-2 -46V33C-7 34 -10 35 -13 35ZM-48 35 -41 48C-40 47 -39 46 -38 45C-22 37 -12 32 -4 28L-5 26L-21 30V0H-7C-5 0 -4 0 -4 -1C-8 -5 -14 -11 -14 -11L-20 -3H-21V-16H-10C-8 -16 -7 -16 -7 -17C-11 -21 -17 -26 -17 -26L-22 -18H-38C-32 -25 -26 -32 -23 -39C-19 -34 -15 -29 -14 -25C-5 -19 5 -35 -21 -41C-19 -41 -18 -42 -17 -44L-32 -48C-35 -38 -42 -21 -50 -11L-49 -10C-46 -12 -42 -15 -39 -17L-39 -16H-32V-3H-47L-47 0H-32V32C-39 33 -45 34 -48 35Z",金:"M-31 15 -32 16C-29 22 -27 30 -27 37C-17 47 -3 27 -31 15ZM18 15C16 24 13 34 10 40L12 41C18 36 24 29 30 23C32 23 34 22 34 21ZM4 -39C10 -22 24 -10 40 -2C41 -6 44 -12 50 -14L50 -15C34 -20 15 -27 5 -40C9 -40 10 -41 11 -42L-8 -47C-13 -32 -32 -10 -50 1L-49 2C-29 -6 -7 -23 4 -39ZM-47 44 -46 47H44C46 47 47 47 47 45C42 41 34 35 34 35L27 44H5V12H40C41 12 42 11 42 10C38 6 30 0 30 0L24 9H5V-7H22C23 -7 24 -7 24 -9C20 -12 13 -18 13 -18L7 -10H-26L-25 -7H-8V9H-42L-41 12H-8V44Z",角:"M-17 -18H0V-2H-17ZM-15 -21 -21 -23C-17 -26 -13 -30 -9 -34H9C7 -30 5 -24 3 -21ZM-17 1H0V18H-18C-17 13 -17 8 -17 4ZM-15 -50C-21 -35 -33 -19 -45 -10L-45 -9C-39 -11 -34 -14 -29 -17V4C-29 20 -31 36 -46 49L-45 50C-28 42 -21 32 -19 21H30V34C30 35 29 36 27 36C24 36 10 35 10 35V37C17 38 20 39 22 41C24 43 24 46 25 50C40 49 42 44 42 35V-16C44 -16 45 -17 46 -18L34 -27L29 -21H6C12 -24 18 -29 23 -32C25 -33 26 -33 27 -34L15 -44L9 -37H-7C-5 -39 -3 -42 -2 -44C1 -44 2 -44 3 -45ZM30 -18V-2H12V-18ZM30 1V18H12V1Z",飛:"M35 -44C34 -41 32 -36 30 -32C28 -33 26 -33 24 -32C24 -35 23 -37 23 -39C25 -39 27 -40 27 -40L16 -48L11 -43H-44L-43 -40H12C14 -22 19 -7 35 -1C40 2 47 3 49 -2C50 -4 49 -6 46 -9L47 -21L46 -21C45 -18 43 -14 42 -12C42 -11 41 -11 40 -11C31 -14 26 -22 24 -31C29 -28 34 -23 36 -19C44 -16 48 -28 34 -32C37 -33 40 -35 42 -36C44 -35 45 -36 46 -37ZM34 0C33 3 31 8 30 12C28 12 26 12 24 12C24 9 23 5 23 2C25 2 27 1 27 0L16 -8L11 -2H3V-33C5 -33 6 -34 6 -35L-9 -37V-30L-22 -37C-28 -30 -39 -21 -49 -15L-49 -14C-43 -15 -38 -17 -32 -19V-2H-50L-49 1H-32C-32 17 -35 35 -50 47L-49 48C-25 38 -21 18 -20 1H-9V48H-7C-3 48 3 46 3 44V1H12C13 21 19 39 36 46C41 49 47 50 49 46C51 44 50 41 47 38L48 25L46 25C45 29 44 32 43 35C42 36 42 36 40 35C32 32 27 24 25 14C30 17 34 22 37 27C45 30 49 17 34 13C37 11 40 9 42 8C45 8 46 8 46 7ZM-20 -2V-18C-18 -19 -17 -20 -17 -21L-26 -22C-21 -24 -17 -26 -14 -28C-12 -28 -10 -28 -9 -28V-2Z",玉:"M13 8 12 9C17 14 22 23 23 31C36 40 47 14 13 8ZM-44 -37 -43 -34H-8V0H-39L-39 3H-8V44H-50L-49 47H47C48 47 50 47 50 45C45 41 36 34 36 34L28 44H6V3H37C39 3 40 2 40 1C35 -3 27 -10 27 -10L20 0H6V-34H42C43 -34 45 -35 45 -36C40 -41 31 -47 31 -47L23 -37Z",王:"M-50 44 -49 48H47C49 48 50 47 50 46C45 41 36 35 36 35L28 44H6V4H38C40 4 41 3 41 2C36 -2 28 -8 28 -8L20 1H6V-35H42C44 -35 45 -35 45 -36C40 -41 31 -48 31 -48L24 -38H-46L-45 -35H-8V1H-41L-41 4H-8V44Z",馬:"M-37 16C-36 23 -41 29 -45 31C-48 33 -51 36 -50 40C-48 45 -43 46 -39 44C-33 40 -29 30 -35 16ZM-23 17 -24 17C-23 23 -23 31 -24 38C-16 49 -3 31 -23 17ZM-9 16 -10 17C-7 22 -4 29 -4 36C6 44 17 25 -9 16ZM7 14 6 15C10 18 15 25 16 30C26 36 33 16 7 14ZM-22 -38H-4V-25H-22ZM-35 -41V16H-32C-26 16 -22 13 -22 12V9H33C32 24 29 34 26 37C25 37 24 38 23 38C20 38 12 37 8 37V38C12 39 16 40 18 42C20 44 20 47 20 50C27 50 32 49 35 47C41 42 44 31 46 11C48 11 49 11 50 10L39 0L32 6H8V-6H36C38 -6 39 -7 39 -8C35 -12 27 -18 27 -18L21 -9H8V-22H36C38 -22 39 -23 39 -24C35 -28 27 -34 27 -34L21 -25H8V-38H39C41 -38 42 -39 42 -40C37 -44 29 -50 29 -50L23 -41H-21L-35 -47ZM-22 -22H-4V-9H-22ZM-22 -6H-4V6H-22Z",龍:"M-31 -50V-37H-49L-48 -34H-18C-19 -29 -21 -21 -22 -16H-50L-49 -13H1C2 -13 4 -14 4 -15C0 -18 -6 -24 -6 -24L-12 -16H-19C-15 -20 -11 -25 -8 -29C-6 -29 -5 -30 -4 -31L-16 -34H-1C0 -34 1 -34 2 -35C-2 -39 -9 -45 -9 -45L-15 -37H-19V-46C-17 -46 -16 -47 -16 -48ZM-39 -34 -40 -33C-38 -30 -37 -24 -37 -19C-29 -10 -18 -26 -39 -34ZM4 -10V38C4 46 7 48 17 48H28C45 48 50 46 50 41C50 39 49 37 46 36L45 28H44C43 32 41 35 40 36C39 37 38 37 37 37C36 37 32 37 29 37H20C16 37 16 37 16 35V28H44C45 28 46 27 47 26C43 23 36 18 36 18L31 25H16V16H41C42 16 43 16 44 15C40 12 34 7 34 7L29 14H16V5H42C43 5 44 5 45 4C42 1 37 -3 35 -4C39 -4 43 -6 43 -6V-19C45 -19 46 -20 47 -21L36 -30L30 -24H16V-32H45C47 -32 48 -33 48 -34C44 -38 37 -44 37 -44L30 -35H16V-45C19 -46 20 -47 20 -48L4 -50V-16H6C11 -16 16 -18 16 -19V-21H31V-10H17L4 -15ZM31 -7V-4H33L34 -4L30 2H16V-7ZM-17 10V20H-32V10ZM-17 7H-32V-2H-17ZM-43 -5V49H-42C-37 49 -32 47 -32 45V23H-17V36C-17 37 -17 37 -19 37C-20 37 -27 37 -27 37V38C-23 39 -22 40 -20 42C-19 44 -19 46 -19 50C-6 49 -5 44 -5 37V0C-3 0 -1 -1 0 -2L-12 -11L-18 -5H-32L-43 -10Z",と:"M-37 -48V-46C-35 -45 -32 -44 -30 -43C-28 -41 -27 -40 -26 -37C-25 -30 -23 -18 -21 -12C-19 -9 -17 -6 -14 -4C-23 3 -35 15 -35 29C-35 43 -21 50 0 50C14 50 26 48 31 47C35 45 37 43 37 40C37 34 31 33 23 33C21 33 11 36 -5 36C-20 36 -27 33 -27 25C-27 16 -18 8 -7 2C3 -4 17 -10 26 -13C32 -15 34 -16 34 -19C34 -23 29 -28 24 -31C21 -32 18 -33 13 -33L13 -31C14 -30 17 -28 17 -26C18 -24 18 -23 16 -23C13 -21 4 -15 -5 -10C-7 -12 -9 -14 -10 -17C-12 -21 -12 -27 -12 -32C-12 -35 -12 -38 -12 -40C-12 -44 -19 -50 -27 -50C-31 -50 -34 -49 -37 -48Z",杏:"M-30 11V49H-28C-23 49 -18 47 -18 46V41H19V49H21C25 49 32 46 32 46V16C34 15 35 14 36 14L24 5L18 11H-17L-30 6ZM-18 38V14H19V38ZM-7 -49V-31H-48L-47 -28H-14C-21 -14 -34 -1 -50 8L-49 9C-31 3 -17 -5 -7 -17V6H-4C0 6 6 4 6 3V-28C13 -12 25 0 40 7C42 1 45 -3 50 -4L50 -5C35 -9 17 -16 8 -28H45C47 -28 48 -28 48 -29C43 -33 36 -39 36 -39L29 -31H6V-45C9 -45 9 -46 10 -48Z",圭:"M-47 -6 -46 -3H45C46 -3 48 -3 48 -4C43 -9 36 -14 36 -14L29 -6H6V-27H38C40 -27 41 -27 41 -29C37 -33 29 -38 29 -38L23 -30H6V-44C9 -44 10 -45 10 -47L-7 -48V-30H-39L-38 -27H-7V-6ZM-50 45 -49 48H47C49 48 50 48 50 46C45 42 38 36 38 36L31 45H6V21H41C42 21 43 21 43 19C39 15 32 10 32 10L25 18H6V4C9 4 10 2 10 1L-7 -1V18H-41L-40 21H-7V45Z",全:"M4 -38C10 -21 24 -9 40 0C41 -5 44 -11 50 -12L50 -14C34 -19 15 -26 5 -40C9 -40 10 -40 11 -42L-8 -47C-13 -32 -32 -9 -50 3L-49 4C-29 -5 -6 -22 4 -38ZM-46 44 -45 47H44C46 47 47 46 47 45C42 41 35 35 35 35L28 44H6V21H34C36 21 37 21 37 20C33 16 25 10 25 10L19 18H6V-1H28C29 -1 31 -2 31 -3C27 -7 20 -12 20 -12L13 -4H-31L-30 -1H-7V18H-34L-33 21H-7V44Z"};var Ae={P:"歩",L:"香",N:"桂",S:"銀",G:"金",B:"角",R:"飛",K:"玉","+P":"と","+L":"杏","+N":"圭","+S":"全","+B":"馬","+R":"龍"},Me={P:"M-26 22 0-20 26 22 26 38 0-2-26 38Z",L:"M0-46 14-14 5-14 5 42-5 42-5-14-14-14Z",N:"M-22 40C-22 16-6 8-4-6L-20 6-30-4C-26-20-16-32-2-36L2-46 12-34C28-22 30 6 28 40Z",S:"M8-40C-16-36-32-18-30 6-28 28-10 42 14 40-4 30-10 14-8-4-6-20 0-32 8-40Z",G:"M-30-34C-18-32-8-36 0-42 8-36 18-32 30-34 32-2 24 28 0 42-24 28-32-2-30-34Z",B:"M0-46C8-34 24-20 24 0 24 10 18 18 12 22L20 40-20 40-12 22C-18 18-24 10-24 0-24-20-8-34 0-46ZM-4-14-4-6-12-6-12 2-4 2-4 12 4 12 4 2 12 2 12-6 4-6 4-14Z",R:"M-28-38-16-38-16-28-6-28-6-38 6-38 6-28 16-28 16-38 28-38 28-14 18-8 18 24 28 40-28 40-18 24-18-8-28-14Z",K:"M-34-26-16-6 0-40 16-6 34-26 26 24-26 24ZM-26 30 26 30 26 40-26 40Z"},xe="M0-46C8-44 20-38 27-32L38 44C14 47-14 47-38 44L-27-32C-20-38-8-44 0-46Z";function K(t,e){let n=t.startsWith("+"),s=t.replace("+",""),o=n?"sign promoted":"sign";if(e==="kanji")return y`<path class="body" d=${xe} /><path class=${o} transform="translate(0 5) scale(.52)"
      d=${oe[Ae[t]??"歩"]??""} />`;let i=n?y`<path class="sign promoted" d="M-22 32 22 32 22 38-22 38Z" />`:"";return y`<path class="body" d=${xe} /><path class=${o} fill-rule="evenodd"
    transform=${n?"translate(0 -2) scale(.5)":"translate(0 4) scale(.56)"} d=${Me[s]??""} />${i}`}function Te(t,e){let n=t.startsWith("+")?"sign promoted":"sign",s=e==="kanji"?oe[Ae[t]??"歩"]:Me[t.replace("+","")];return y`<path class=${n} fill-rule="evenodd" d=${s??""} />`}var I="987654321",N="abcdefghi",ut="一二三四五六七八九",Se=["R","B","G","S","N","L","P"];function Ee(t){let e=[...N].flatMap(n=>[...I].map(s=>s+n));return t?e.reverse():e}function ae(t,e){let n=I.indexOf(t[0]??"")+.5,s=N.indexOf(t[1]??"")+.5;return e?[9-n,9-s]:[n,s]}function O(t,e){let n=e.color==="white"!==t.prefs.flipped;return d`<svg class="piece ${n?"down":""}" viewBox="-50 -50 100 100" aria-hidden="true">
    ${K(e.kind,t.prefs.pieces)}
  </svg>`}function ht(t,e,n,s){let{words:o}=t,i=[n?o.say("piece_on",{square:o.square(e),color:t.color(n.color),piece:o.piece(n.kind)}):o.say("empty_square",{square:o.square(e)})],{hints:a}=t.state.settings;return a&&n?.badge&&i.push(n.badge.length?o.say("moves_as",{kinds:o.kinds(n.badge)}):o.say("cannot_move")),a&&n?.pins?.length&&i.push(o.say("is_pinned")),s&&i.push(o.say(s==="capture"?"can_capture_here":"can_go_here")),i.join(o.lang==="ja"?"、":", ")}function mt(t,e){if(!e.badge||!t.state?.settings.hints)return h;let n=e.badge.slice(0,2);return d`<span class="badge ${n.length>1?"two":""}" aria-hidden="true">
    ${n.length?n.map(s=>d`<svg viewBox="-58 -58 116 116">${Te(s,t.prefs.pieces)}</svg>`):d`<svg viewBox="-58 -58 116 116"><path class="sign" d="M-30-40 40 30 30 40-40-30ZM30-40-40 30-30 40 40-30Z" /></svg>`}
    ${e.badge.length>2?d`<i>+</i>`:h}
  </span>`}function pt(t,e){let n=t.state,{position:s,settings:o}=n,i=t.piece(e),a=o.hints&&n.mode!=="edit",c=o.hints&&i?.pins?.length?i.pins:null,l=a?t.targets(t.chosen).find(m=>m.square===e):void 0,r=l?l.capture?"capture":"move":"",u=s.last_move,p=["square",u&&(u.to===e||u.from===e)&&n.mode!=="edit"?"last":"",s.check?.king===e?"check":"",s.check?.by.includes(e)?"checker":"",t.chosen===e||t.lifted===e?"chosen":"",r?`target to-${r}`:""];return d`<button
    type="button"
    role="gridcell"
    class=${p.filter(Boolean).join(" ")}
    data-square=${e}
    data-piece=${i?`${i.color} ${i.kind}`:h}
    data-badge=${o.hints&&i?.badge?i.badge.join(" "):h}
    data-pinned=${c?c.map(m=>m.by).join(" "):h}
    data-target=${r||h}
    tabindex=${t.focused===e?0:-1}
    aria-label=${ht(t,e,i,r)}
    aria-selected=${t.chosen===e?"true":"false"}
  >
    ${i?O(t,i):h} ${i?mt(t,i):h}
    ${c?d`<span class="pin" aria-hidden="true">!</span>`:h}
    ${r==="move"?d`<span class="dot" aria-hidden="true"></span>`:h}
  </button>`}function ie(t,e,n,s){let o=e.endsWith("*"),[i,a]=ae(n,t.prefs.flipped);if(o)return y`<circle class="arrow ${s}" cx=${i} cy=${a} r="0.42" data-arrow=${`${e}${n}`} />`;let[c,l]=ae(e,t.prefs.flipped),r=Math.hypot(i-c,a-l)||1,[u,p]=[(i-c)/r,(a-l)/r],[m,f]=[i-.18*u,a-.18*p],_=(b,P)=>`${(m-b*u+P*-p).toFixed(3)},${(f-b*p+P*u).toFixed(3)}`;return y`<g class="arrow ${s}" data-arrow=${`${e}${n}`}>
    <line x1=${c+.2*u} y1=${l+.2*p} x2=${m-.25*u} y2=${f-.25*p} />
    <polygon points="${_(0,0)} ${_(.34,.19)} ${_(.34,-.19)}" />
  </g>`}function Ve(t,e,n){return ie(t,e.slice(0,2),e.slice(2,4),n)}function gt(t){let e=t.state,n=[],s=t.hovered??(t.chosen?.endsWith("*")?null:t.chosen),o=s&&e.settings.hints?t.piece(s):void 0;for(let a of o?.givers??[])n.push(ie(t,a,o.square,"giver"));for(let a of o?.pins??[])n.push(ie(t,a.by,a.king,"pinning"));t.analysis&&e.engine.analysing&&t.analysis.lines.slice(0,3).forEach((a,c)=>{let l=a.moves[0];l&&n.push(Ve(t,l.usi,`best best${c+1}`))});let i=t.hint?.node===e.tree.cursor?t.hint.line?.moves[0]:void 0;return i&&n.push(Ve(t,i.usi,"hint")),n}function ft(t){if(!t.asking)return h;let{from:e,to:n}=t.asking,s=t.piece(e);if(!s)return h;let[o,i]=ae(n,t.prefs.flipped),a=Math.min(Math.max(o-1,0),7),c=(l,r)=>d`<button
    type="button"
    data-promote=${r?"yes":"no"}
    aria-label=${t.words.say(r?"promote":"decline")}
    @click=${()=>t.play(e,n,r)}
  >
    ${O(t,{color:s.color,kind:l})}
    <span>${t.words.say(r?"promote":"decline")}</span>
  </button>`;return d`<div
    class="promotion"
    role="dialog"
    aria-modal="true"
    aria-label=${t.words.say("promotion")}
    .style=${`left:${100*a/9}%;top:${100*Math.min(Math.max(i-.5,0),7.3)/9}%`}
  >
    ${c(`+${s.kind}`,!0)}${c(s.kind,!1)}
  </div>`}function re(t,e,n){let s=t.state,o=s.position.hands[e],{words:i}=t,a=s.clocks?.running===e,c=s.setup[e],l=c.player==="engine"?i.say("engine_level",{level:c.level??""}):c.name||i.say("human"),r=s.engine.thinking===e;return d`<section class="stand ${n} ${s.position.side===e?"turn":""}" aria-label=${i.say("hand_of",{color:t.color(e)})}>
    <header>
      <span class="who"><b class="mark" aria-hidden="true">${e==="black"?"☗":"☖"}</b> ${t.color(e)}</span>
      <span class="seat">${l}${r?d`<span class="busy" aria-hidden="true"></span>`:h}</span>
      ${yt(t,e,a)}
    </header>
    <div class="held">
      ${Se.map(u=>{let p=o.find(_=>_.kind===u)?.count??0,m=`${u}*`,f=s.position.side===e&&t.movable(m);return s.mode==="edit"?$t(t,e,u,p):p?d`<button
          type="button"
          class="hand ${t.chosen===m&&f?"chosen":""}"
          data-hand=${`${e} ${u}`}
          data-count=${p}
          aria-pressed=${t.chosen===m&&f?"true":"false"}
          aria-label=${i.say("in_hand",{piece:i.piece(u),count:p})}
          aria-disabled=${f?"false":"true"}
          @click=${()=>t.touchHand(e,u)}
        >
          ${O(t,{color:e,kind:u})}
          ${p>1?d`<span class="count" aria-hidden="true">${p}</span>`:h}
        </button>`:h})}
    </div>
  </section>`}function $t(t,e,n,s){let o=a=>t.send({do:"edit",change:{edit:"hand",color:e,kind:n,count:a}}),i=t.words.say("edit_hand",{piece:t.words.piece(n),color:t.color(e)});return d`<span class="editcount">
    ${O(t,{color:e,kind:n})}
    <button type="button" aria-label=${`${i} −`} ?disabled=${s===0} @click=${()=>o(s-1)}>−</button>
    <b aria-label=${`${i}: ${s}`} role="img">${s}</b>
    <button type="button" aria-label=${`${i} +`} @click=${()=>o(s+1)}>+</button>
  </span>`}function _t(t){let e=Math.ceil(t/1e3),[n,s]=[Math.floor(e/3600),Math.floor(e%3600/60)],o=i=>String(i).padStart(2,"0");return`${n?`${n}:${o(s)}`:s}:${o(e%60)}`}function yt(t,e,n){let{clocks:s}=t;if(!s)return h;let{main_ms:o,byoyomi_ms:i}=s[e],a=n?performance.now()-s.at:0,c=Math.max(o-a,0);a=Math.max(a-o,0);let l=i===null?null:Math.max(i-a,0),r=c===0&&l!==null,u=r?l:c;return d`<span class="clock ${n?"running":""} ${n&&u<1e4?"short":""}" role="timer">
    ${_t(u)}${l!==null&&!r?d`<small>+${Math.round(l/1e3)}</small>`:h}
  </span>`}function Re(t){let{flipped:e}=t.prefs,n=e?[...I].reverse():[...I],s=e?[...N].reverse():[...N],o=Ee(e),i=a=>t.prefs.lang==="ja"?ut[N.indexOf(a)]:a;return d`<div class="boardframe ${t.prefs.board}">
    <div class="files" aria-hidden="true">${n.map(a=>d`<span>${a}</span>`)}</div>
    <div class="ranks" aria-hidden="true">${s.map(a=>d`<span>${i(a)}</span>`)}</div>
    <div class="board" id="board" role="grid" aria-label=${t.words.say("board")}>
      ${Array.from({length:9},(a,c)=>o.slice(9*c,9*c+9)).map(a=>d`<div class="row" role="row">${a.map(c=>pt(t,c))}</div>`)}
      <svg class="overlay" viewBox="0 0 9 9" preserveAspectRatio="none" aria-hidden="true">
        ${[3,6].flatMap(a=>[3,6].map(c=>y`<circle class="star" cx=${a} cy=${c} r="0.07" />`))}
        ${gt(t)}
      </svg>
      ${ft(t)}
    </div>
  </div>`}var bt=6;function Ne(t,e){let n=null,s=!1,o=a=>a instanceof Element?a.closest("[data-square]"):null;e.addEventListener("click",a=>{if(s){s=!1,a.preventDefault(),a.stopPropagation();return}let c=o(a.target)?.dataset.square;c&&(t.focused=c,t.touch(c))},!0),e.addEventListener("pointerdown",a=>{if(s=!1,a.button!==0||t.state?.mode==="edit")return;let c=a.target instanceof Element?a.target.closest("[data-square],[data-hand]"):null,[l,r]=(c?.dataset.hand??"").split(" "),u=c?.dataset.square??(r&&l===t.state?.position.side?`${r}*`:"");c&&u&&t.movable(u)&&(n={from:u,x:a.clientX,y:a.clientY,ghost:null,source:c})}),window.addEventListener("pointermove",a=>{if(n){if(!n.ghost&&Math.hypot(a.clientX-n.x,a.clientY-n.y)>bt){let c=n.source.querySelector(".piece"),l=n.source.getBoundingClientRect().width;n.ghost=document.createElement("div"),n.ghost.className="ghost",n.ghost.style.width=`${l}px`,c&&n.ghost.append(c.cloneNode(!0)),document.body.append(n.ghost);let{from:r}=n;t.change(()=>{t.chosen=r,t.asking=null})}n.ghost&&(n.ghost.style.left=`${a.clientX}px`,n.ghost.style.top=`${a.clientY}px`)}else{let c=a.pointerType==="mouse"?o(a.target)?.dataset.square??null:null;c!==t.hovered&&t.change(()=>t.hovered=c)}});let i=a=>{if(!n)return;let{from:c,ghost:l}=n;if(n=null,!l)return;l.remove(),s=!0,setTimeout(()=>s=!1,0);let r=o(document.elementFromPoint(a.clientX,a.clientY))?.dataset.square;(a.type==="pointercancel"||!r||!t.go(c,r))&&t.change(()=>t.chosen=r===c?c:null)};window.addEventListener("pointerup",i),window.addEventListener("pointercancel",i),e.addEventListener("keydown",a=>{if(a.ctrlKey||a.metaKey||a.altKey||t.dialog)return;let c=o(a.target);if(a.key==="Escape"&&(t.chosen||t.asking||t.lifted)){a.preventDefault(),t.change(()=>{t.chosen=null,t.asking=null,t.lifted=null}),D(t.focused);return}if(!c)return;let l={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[a.key];if(l){a.preventDefault();let u=Ee(t.prefs.flipped),p=u.indexOf(c.dataset.square??""),m=Math.min(Math.max(p%9+(l[0]??0),0),8),f=Math.min(Math.max(Math.floor(p/9)+(l[1]??0),0),8);t.change(()=>t.focused=u[9*f+m]??t.focused),D(t.focused);return}let r=a.key.toUpperCase();Se.includes(r)&&t.state&&t.state.mode!=="edit"&&(a.preventDefault(),t.touchHand(t.state.position.side,r))})}function D(t){document.querySelector(`[data-square="${t}"]`)?.focus()}function $(t,e,n,s={}){return d`<button
    type="button"
    data-action=${e}
    class=${s.class??h}
    ?disabled=${s.disabled??!1}
    aria-pressed=${s.pressed===void 0?h:String(s.pressed)}
    title=${s.title??h}
    @click=${n}
  >
    ${t.words.say(e,s.params)}
  </button>`}function Ze(t){let e=t.state,{can:n}=e.game,{engine:s}=e,o=(a,c,l)=>c?$(t,a,()=>t.send({do:l})):h,i=s.showing||s.solving||s.game!==null;return d`<div class="actions" role="toolbar" aria-label=${t.words.say("title")}>
    ${$(t,"new_game",()=>t.change(()=>t.dialog="new"),{class:"main"})}
    ${o("take_back",n.take_back,"take_back")} ${o("resign",n.resign,"resign")}
    ${o("move_now",n.move_now&&s.thinking!==null,"move_now")}
    ${o("abort",n.abort,"abort")} ${o("rematch",n.rematch,"rematch")}
    ${n.play_on?$(t,"play_on",()=>t.send({do:"play_on",black:e.setup.black,white:e.setup.white,clock:e.setup.clock})):h}
    ${$(t,"flip",()=>t.setPrefs({flipped:!t.prefs.flipped}))}
    ${$(t,"hints",()=>t.send({do:"set",hints:!e.settings.hints}),{pressed:e.settings.hints,title:t.words.say("hints_title")})}
    ${e.mode==="edit"?h:d`${$(t,"show_me",()=>t.send({do:"show_me"}),{disabled:s.thinking!==null})}
          ${$(t,"mate_question",()=>t.send({do:"mate",ms:2e4}),{disabled:s.thinking!==null})}
          ${$(t,"analyse",()=>t.send({do:"analyse",on:!s.analysing}),{pressed:s.analysing,disabled:!n.analyse&&!s.analysing})}
          ${$(t,"analyse_game",()=>t.send({do:"analyse_game",ms:300}),{disabled:!n.analyse_game})}
          ${$(t,"edit",()=>t.send({do:"edit_begin"}),{disabled:!n.edit})}`}
    ${$(t,"records",()=>t.change(()=>t.dialog="records"))}
    ${i?$(t,"stop",()=>t.send({do:"stop"}),{class:"main"}):h}
  </div>`}function le(t){if(t.mate!==void 0)return t.mate===0?"#":`${t.mate>0?"+":"−"}#${Math.abs(t.mate)}`;let e=t.cp??0;return`${e>0?"+":e<0?"−":""}${(Math.abs(e)/100).toFixed(1)}`}function qe(t){let e=t.analysis?.lines[0]??t.node(t.state.tree.cursor);if(!e?.score||e.chance===void 0)return h;let{score:n}=e,s=Math.round(e.chance/10),o=t.words.say("chance",{percent:s});return d`<div class="evalbar ${t.prefs.flipped?"flipped":""}" role="img" aria-label=${o} title=${o} data-percent=${s}>
    <div class="blackpart" .style=${`flex-basis:${s}%`}></div>
    <b>${le(n)}</b>
  </div>`}function Be(t,e){let n=s=>t.send({do:"play_line",moves:e.slice(0,s).map(o=>o.usi)});return d`<span class="pv">
    ${e.slice(0,14).map((s,o)=>{let i=t.move(s);return d`<button type="button" aria-label=${t.words.say("line_play",{move:i})} @click=${()=>n(o+1)}>
        ${i}
      </button>`})}
  </span>`}function Ke(t){let e=t.state,{words:n}=t,{engine:s}=e,o=[];if(s.game){let{done:i,of:a}=s.game;o.push(d`<p class="progress">
      <progress max=${a} value=${i} aria-label=${n.say("analyse_game")}></progress>
      ${n.say("progress",{done:i,of:a})}
    </p>`)}if(s.solving&&o.push(d`<p class="progress"><span class="busy"></span> ${n.say("searching_mate")}</p>`),s.showing&&o.push(d`<p class="progress"><span class="busy"></span> ${n.say("searching_hint")}</p>`),t.mate){let{verdict:i,moves:a}=t.mate,c=i==="mate"?"mate_found":i==="no_mate"?"mate_none":"mate_unknown";o.push(d`<div class="mate" data-verdict=${i}>
      <p>${n.say(c,{plies:a.length})}</p>
      ${a.length?d`${Be(t,a)}
          ${e.mode==="free"?$(t,"play_out",()=>t.send({do:"play_line",moves:a.map(l=>l.usi)})):h}`:h}
    </div>`)}if(s.analysing){let i=t.analysis;o.push(d`<div class="lines">
      <p class="linehead">
        <label
          >${n.say("lines")}
          <select
            data-setting="lines"
            .value=${String(e.settings.lines)}
            @change=${a=>t.send({do:"set",lines:Number(a.target.value)})}
          >
            ${Array.from({length:t.catalog?.lines??5},(a,c)=>c+1).map(a=>d`<option value=${a} ?selected=${a===e.settings.lines}>${a}</option>`)}
          </select></label
        >
        <span class="quiet">
          ${i?`${n.say("depth",{depth:i.depth})} · ${n.say("nodes",{nodes:Pe(i.nodes),nps:Pe(i.nps)})}`:d`<span class="busy"></span>`}
        </span>
      </p>
      <ol>
        ${(i?.lines??[]).map((a,c)=>vt(t,a,c))}
      </ol>
    </div>`)}return o.length?d`<section class="analysis" aria-label=${n.say("analyse")}>${o}</section>`:h}function vt(t,e,n){return d`<li class=${`rank${n+1}`}><b class="score">${le(e.score)}</b> ${Be(t,e.moves)}</li>`}function Pe(t){return t>=1e7?`${Math.round(t/1e6)}M`:t>=1e6?`${(t/1e6).toFixed(1)}M`:t>=1e4?`${Math.round(t/1e3)}k`:String(t)}function Ie(t){let{nodes:e,cursor:n}=t.state.tree,s=new Map(e.map(a=>[a.id,a])),o=[];for(let a=s.get(n);a;a=a.parent===null?void 0:s.get(a.parent))o.unshift(a);let i=new Map;for(let a of e)a.parent!==null&&!i.has(a.parent)&&i.set(a.parent,a);for(let a=i.get(n);a;a=i.get(a.id))o.push(a);return o}function De(t){let e=t.state,{words:n}=t,{cursor:s,nodes:o}=e.tree,i=Ie(t),a=r=>o.filter(u=>u.parent===r.parent&&u.id!==r.id&&u.move),c=(r,u,p)=>d`<button
    type="button"
    data-step=${u}
    aria-label=${n.say(r)}
    title=${n.say(r)}
    @click=${()=>t.send({do:"step",to:u})}
  >
    <span aria-hidden="true">${p}</span>
  </button>`,l=i.find(r=>r.id===s);return d`<section class="moves" aria-label=${n.say("moves")}>
    <div class="steps" role="toolbar" aria-label=${n.say("moves")}>
      ${c("first","first","«")}${c("back","back","‹")}${c("on","on","›")}${c("last","last","»")}
      ${$(t,"notation_switch",()=>t.setPrefs({notation:t.prefs.notation==="ja"?"en":"ja"}),{class:"small",params:{name:n.say(t.prefs.notation==="ja"?"notation_ja":"notation_en")}})}
    </div>
    <ol class="movelist" tabindex="0" aria-label=${n.say("moves")}>
      ${i.map(r=>{let u=a(r);return d`<li>
          <button
            type="button"
            class="move ${r.id===s?"current":""} ${r.mark??""}"
            data-node=${r.id}
            aria-current=${r.id===s?"step":h}
            @click=${()=>t.send({do:"go",node:r.id})}
          >
            <i>${r.number||""}</i>
            <span>${r.move?t.move(r.move):n.say("start_position")}</span>
            ${r.mark?d`<em>${Ct(r.mark)} ${n.find(`mark_${r.mark}`,"mark_mistake")}</em>`:h}
            ${r.score?d`<small>${le(r.score)}</small>`:h}
          </button>
          ${u.length?d`<span class="others" role="group" aria-label=${n.say("branch")}>
                ${u.map(p=>d`<button type="button" class="other" data-node=${p.id} @click=${()=>t.send({do:"go",node:p.id})}>
                    ${t.move(p.move)}
                  </button>`)}
              </span>`:h}
        </li>`})}
    </ol>
    ${l?.mark&&l.better?.[0]?d`<p class="better">${n.say("better",{move:t.move(l.better[0])})}</p>`:h}
    ${l?.comment?d`<p class="comment">${l.comment}</p>`:h}
    ${e.mode==="free"&&l?.parent!=null?d`<div class="branchtools">
          ${a(l).length?$(t,"promote_branch",()=>t.send({do:"promote_branch",node:s}),{class:"small"}):h}
          ${$(t,"delete_branch",()=>t.send({do:"delete_branch",node:s}),{class:"small"})}
        </div>`:h}
  </section>`}function Ct(t){return t==="blunder"?"??":t==="mistake"?"?":"?!"}function Oe(t){let e=Ie(t),n=e.map((r,u)=>({node:r,x:u,chance:r.chance})).filter(r=>r.chance!==void 0);if(n.length<2)return h;let s=Math.max(e.length-1,1),o=r=>(300*r/s).toFixed(1),i=r=>(100-r/10).toFixed(1),a=n.map((r,u)=>`${u?"L":"M"}${o(r.x)} ${i(r.chance)}`).join(""),c=e.findIndex(r=>r.id===t.state.tree.cursor),l=r=>{let u=r.currentTarget.getBoundingClientRect(),p=e[Math.round((r.clientX-u.left)/u.width*s)];p&&t.send({do:"go",node:p.id})};return d`<figure class="curve">
    <figcaption>${t.words.say("curve")}</figcaption>
    <svg viewBox="0 -2 300 104" preserveAspectRatio="none" role="img" aria-label=${t.words.say("curve")} @click=${l}>
      <path class="area" d="M${o(n[0].x)} 50${a.slice(0).replace("M","L")}L${o(n.at(-1).x)} 50Z" />
      <line class="even" x1="0" x2="300" y1="50" y2="50" />
      <path class="stroke" d=${a} />
      ${e.map((r,u)=>r.mark?y`<circle class=${r.mark} cx=${o(u)} cy=${i(r.chance??500)} r="3" />`:h)}
      <line class="here" x1=${o(c)} x2=${o(c)} y1="0" y2="100" />
    </svg>
  </figure>`}function Fe(t){let e=t.state,n=t.hovered??(t.chosen?.endsWith("*")?null:t.chosen),s=n&&e.settings.hints?t.piece(n):void 0;if(!s)return"";let{words:o}=t,i=o.piece(s.kind),a=o.square(s.square),c=(s.givers??[]).map(p=>o.say("giver",{piece:o.piece(t.piece(p)?.kind??""),square:o.square(p)})).join(o.say("and")),l={piece:i,square:a,givers:c,kinds:o.kinds(s.badge??s.moves_as??[])},r=[];s.badge&&!s.badge.length?r.push(o.say("paralysed",l)):s.badge?r.push(o.say(c?"borrows":"borrows_none",l)):r.push(o.say("plain_move",l));let u=s.pins?.[0];return u&&r.push(o.say("pinned_why",{attacker:o.piece(u.kind),square:o.square(u.by)})),r.join(" ")}function W(t,e,n){let s=()=>t.change(()=>t.dialog=null);return d`<dialog
    class="dialog"
    data-dialog=${t.dialog??""}
    aria-labelledby="dialogtitle"
    @close=${s}
    @cancel=${s}
    @click=${o=>{o.target===o.currentTarget&&s()}}
  >
    <div class="dialogbody">
      <header>
        <h2 id="dialogtitle">${t.words.say(e)}</h2>
        <button type="button" class="closing" aria-label=${t.words.say("close")} @click=${s}>✕</button>
      </header>
      ${n}
    </div>
  </dialog>`}function x(t,e,n,s,o,i){return d`<label class="field"
    ><span>${t.words.say(n)}</span>
    <select name=${e} @change=${i??(()=>{})}>
      ${o.map(a=>d`<option value=${a.value} ?selected=${a.value===s}>${a.text}</option>`)}
    </select></label
  >`}function F(t,e,n,s,o){return d`<label class="field"
    ><span>${t.words.say(n)}</span>
    <input type="number" name=${e} .value=${String(s)} min=${o.min} max=${o.max} step=${o.step??1} required />
  </label>`}function We(t,e){let n=new FormData(e),s=m=>String(n.get(m)??""),o=m=>{let f=s(m);return f==="human"?{player:"human"}:{player:"engine",level:Number(f)}},i={};for(let m of t.catalog?.rules??[]){let f=s(`rule_${m.name}`);f&&(i[m.name]=f)}let a=s("clock"),c=Math.round(6e4*Number(s("clock_main"))),l=Math.round(1e3*Number(s("clock_seconds"))),r=a==="none"?null:{main_ms:c,byoyomi_ms:a==="byoyomi"?l:0,increment_ms:a==="increment"?l:0},u=s("start")||"auto",p={variant:s("variant"),rule_set:s("rule_set")||"auto",rules:i,tide:n.get("tide")==="on",tide_period:Number(s("tide_period"))||10,start:u,handicap:u==="position"?"none":s("handicap")||"none",black:o("black"),white:o("white"),clock:r,think_ms:Math.round(1e3*Number(s("think")))||1e3};return u==="position"&&t.state&&(p.sfen=t.state.position.sfen),p}var U=null;function kt(t){let{words:e}=t,n=t.catalog,s={...t.state.setup,start:"auto",...t.prefs.setup??{},...U??{}},o=n.variants.find(m=>m.name===s.variant)??n.variants[0],i=[{value:"human",text:e.say("human")},...Array.from({length:n.levels},(m,f)=>{let _=f+1,b=_===1?"level_1":_===n.levels?"level_5":null;return{value:String(_),text:e.say("engine_level",{level:_})+(b?` (${e.say(b)})`:"")}})],a=m=>{let f=s[m];return d`<label class="field"
      ><span>${e.color(m,s.handicap!=="none")} ${m==="black"?"☗":"☖"}</span>
      <select name=${m}>
        ${i.map(({value:_,text:b})=>{let P=f.player==="human"?"human":String(f.level);return d`<option value=${_} ?selected=${_===P}>${b}</option>`})}
      </select></label
    >`},c=s.clock===null?"none":s.clock.byoyomi_ms?"byoyomi":s.clock.increment_ms?"increment":"sudden",l=s.clock?Math.max(s.clock.byoyomi_ms,s.clock.increment_ms)/1e3:10,r=m=>e.find(`set_${m}`,"set_standard");return W(t,"setup_title",d`<form class="setup" @submit=${m=>{m.preventDefault();let f=We(t,m.currentTarget),{sfen:_,...b}=f;t.setPrefs({setup:{...b,start:f.start==="position"?"auto":f.start}}),f.black.player==="engine"&&f.white.player==="human"&&t.setPrefs({flipped:!0}),f.black.player==="human"&&t.setPrefs({flipped:!1}),t.send({do:"new_game",setup:f}),U=null,t.change(()=>t.dialog=null)}}>
      ${t.state.mode==="play"&&!t.state.game.end&&t.state.tree.nodes.length>1?d`<p class="warning">${e.say("game_running")}</p>`:h}
      ${x(t,"variant","variant",o.name,n.variants.map(m=>({value:m.name,text:e.variant(m)})),void 0)}
      <p class="sentence">${jt(e.sentence(o))}${e.lang==="ja"?"。":"."}</p>
      ${o.tide?d`<label class="check"><input type="checkbox" name="tide" ?checked=${s.tide} /> ${e.say("tide")}</label>
            ${s.tide?F(t,"tide_period","tide_period",s.tide_period,{min:1,max:1e3}):h}`:h}
      <fieldset>
        <legend>${e.say("you_play")}</legend>
        ${a("black")}${a("white")}
        ${F(t,"think","think",s.think_ms/1e3,{min:.1,max:600,step:.1})}
      </fieldset>
      <fieldset>
        <legend>${e.say("clock")}</legend>
        ${x(t,"clock","clock",c,["none","sudden","byoyomi","increment"].map(m=>({value:m,text:e.say(`clock_${m}`)})))}
        ${c==="none"?h:d`${F(t,"clock_main","clock_main",(s.clock?.main_ms??6e5)/6e4,{min:0,max:600,step:.5})}
            ${c==="sudden"?h:F(t,"clock_seconds","clock_seconds",l||10,{min:1,max:600})}`}
      </fieldset>
      <fieldset>
        <legend>${e.say("start")}</legend>
        ${x(t,"start","start",s.start,["auto","advanced","standard","position"].map(m=>({value:m,text:e.say(m==="position"?"start_position_shown":`start_${m}`)})))}
        ${s.start==="position"?h:x(t,"handicap","handicap",s.handicap,n.handicaps.map(({name:m,ja:f})=>({value:m,text:e.lang==="ja"?f:e.find(`handicap_${m}`,"handicap_none")})))}
      </fieldset>
      <details ?open=${s.rule_set!=="auto"||Object.keys(s.rules).length>0}>
        <summary>${e.say("rule_set")} · ${e.say("single_rules")}</summary>
        ${x(t,"rule_set","rule_set",s.rule_set,[{value:"auto",text:e.say("rule_auto",{name:r(o.rule_set)})},...n.rule_sets.map(m=>({value:m,text:r(m)}))])}
        ${n.rules.map(m=>x(t,`rule_${m.name}`,p(m.name),s.rules[m.name]??"",[{value:"",text:e.say("as_set")},...m.values.map(f=>({value:f,text:e.find(`value_${f}`,"value_none")}))]))}
      </details>
      <p class="buttons"><button type="submit" class="main" data-action="begin">${e.say("begin")}</button></p>
    </form>`);function p(m){return{moved_nifu:"rule_moved_nifu",nifu_check:"rule_nifu_check",dead_end:"rule_dead_end",pawn_drop_mate:"rule_pawn_drop_mate",repetition:"rule_repetition",impasse:"rule_impasse"}[m]??"single_rules"}}function jt(t){return t.charAt(0).toUpperCase()+t.slice(1)}function wt(t){let e=t.base64?Uint8Array.from(atob(t.base64),s=>s.charCodeAt(0)):new TextEncoder().encode(t.text),n=document.createElement("a");n.href=URL.createObjectURL(new Blob([e],{type:"application/octet-stream"})),n.download=t.name,n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}async function Ht(t,e){try{await navigator.clipboard.writeText(e)}catch{let n=document.createElement("textarea");n.value=e,document.body.append(n),n.select(),document.execCommand("copy"),n.remove()}t.say(t.words.say("copied"))}async function ce(t,e){let n=new Uint8Array(await e.arrayBuffer()),s="";for(let o of n)s+=String.fromCharCode(o);t.send({do:"load_bytes",base64:btoa(s)}),t.change(()=>t.dialog=null)}function Lt(t){let{words:e}=t,n=(i,a)=>{let c=document.querySelector("[name=shift_jis]")?.checked??!1;t.exported=a,i==="svg"?t.send({do:"svg",flipped:t.prefs.flipped}):t.send({do:"export",format:i,encoding:c&&i==="kif"?"shift_jis":"utf8"})},s=()=>{let i=document.querySelector("[name=record]")?.value??"";t.send({do:"load",text:i}),t.change(()=>t.dialog=null)},o=["kif","csa","usi","sfen","svg"];return W(t,"records_title",d`<div class="records">
      <label class="field tall"
        ><span>${e.say("paste_label")}</span><textarea name="record" rows="5" spellcheck="false"></textarea></label
      >
      <p class="buttons">
        <button type="button" class="main" data-action="read_text" @click=${s}>${e.say("read_text")}</button>
        <label class="filebutton"
          >${e.say("open_file")}
          <input
            type="file"
            accept=".kif,.kifu,.ki2,.csa,.usi,.sfen,.txt,.jkf,.json"
            @change=${i=>{let a=i.target.files?.[0];a&&ce(t,a)}}
        /></label>
      </p>
      <p class="quiet">${e.say("drop_note")}</p>
      <h3>${e.say("save_as")}</h3>
      <table class="formats">
        <tbody>
          ${o.map(i=>d`<tr>
              <th scope="row">${i.toUpperCase()}</th>
              <td>
                <button type="button" data-save=${i} aria-label=${`${e.say("save")}: ${i.toUpperCase()}`} @click=${()=>n(i,wt)}>
                  ${e.say("save")}
                </button>
              </td>
              <td>
                <button
                  type="button"
                  data-copy=${i}
                  aria-label=${`${e.say("copy")}: ${i.toUpperCase()}`}
                  @click=${()=>n(i,a=>{Ht(t,a.text)})}
                >
                  ${e.say("copy")}
                </button>
              </td>
            </tr>`)}
        </tbody>
      </table>
      <label class="check"><input type="checkbox" name="shift_jis" /> ${e.say("shift_jis")}</label>
    </div>`)}function xt(t){let{words:e,prefs:n}=t,s=(o,i,a,c)=>d`<fieldset class="choice">
      <legend>${e.say(i)}</legend>
      ${a.map(l=>d`<label
          ><input type="radio" name=${o} value=${l} ?checked=${n[o]===l} @change=${()=>t.setPrefs({[o]:l})} />
          ${e.say(c(l))}</label
        >`)}
    </fieldset>`;return W(t,"looks_title",d`<div class="looks">
      ${s("theme","theme",["auto","light","dark"],o=>`theme_${o}`)}
      ${s("board","board_style",["wood","plain"],o=>`board_${o}`)}
      ${s("pieces","piece_set",["kanji","international"],o=>`pieces_${o}`)}
    </div>`)}function At(t){let{words:e}=t,n=t.catalog?.variants.find(s=>s.name===t.state?.setup.variant);return W(t,"help_title",d`<div class="help">
      ${n?d`<p class="sentence">${e.say("help_rule",{sentence:e.sentence(n)})}</p>`:h}
      <p>${e.say("help_move")}</p>
      <p>${e.say("help_badge")}</p>
      <p>${e.say("help_pin")}</p>
      <p>${e.say("help_keys")}</p>
    </div>`)}function Ge(t){if(!t.state||!t.catalog)return h;switch(t.dialog){case"new":return kt(t);case"records":return Lt(t);case"looks":return xt(t);case"help":return At(t);default:return U=null,h}}function Je(t,e){let n=e.target instanceof Element?e.target.closest("form.setup"):null;n&&t.change(()=>U=We(t,n))}var Ue=["K","R","B","G","S","N","L","P","+R","+B","+S","+N","+L","+P"];function Ye(t){let e=t.state;if(e.mode!=="edit"||!e.editor)return h;let{words:n}=t,{editor:s}=e,o=r=>t.send({do:"edit",change:r}),i=(r,u)=>typeof t.tool=="object"&&t.tool.color===r&&t.tool.kind===u,a=(r,u)=>d`<button
    type="button"
    class="tool"
    data-tool=${`${r} ${u}`}
    aria-pressed=${i(r,u)?"true":"false"}
    aria-label=${n.say("piece_on",{square:"",color:n.color(r),piece:n.piece(u)}).replace(/^[、, ]+/,"")}
    @click=${()=>t.change(()=>(t.tool={color:r,kind:u},t.lifted=null))}
  >
    <svg class="piece ${r==="white"!==t.prefs.flipped?"down":""}" viewBox="-50 -50 100 100" aria-hidden="true">
      ${K(u,t.prefs.pieces)}
    </svg>
  </button>`,c=(r,u)=>d`<button
    type="button"
    data-tool=${r}
    aria-pressed=${t.tool===r?"true":"false"}
    @click=${()=>t.change(()=>t.tool=r)}
  >
    ${n.say(u)}
  </button>`,l=s.missing.map(({kind:r,count:u})=>`${n.piece(r)} ${u}`).join(n.lang==="ja"?"、":", ");return d`<section class="editor" aria-label=${n.say("edit_title")}>
    <h2>${n.say("edit_title")}</h2>
    <p class="quiet">${n.say("edit_help")}</p>
    <div class="tools">${c("hand","edit_move")}${c("erase","edit_erase")}</div>
    <div class="tools pieces">${Ue.map(r=>a("black",r))}</div>
    <div class="tools pieces">${Ue.map(r=>a("white",r))}</div>
    <div class="tools">
      <label
        >${n.say("edit_turn")}
        <select data-edit="side" @change=${r=>o({edit:"side",color:r.target.value})}>
          ${["black","white"].map(r=>d`<option value=${r} ?selected=${e.position.side===r}>${n.color(r)}</option>`)}
        </select></label
      >
      <label
        >${n.say("variant")}
        <select
          data-edit="variant"
          @change=${r=>o({edit:"rules",setup:{...e.setup,variant:r.target.value}})}
        >
          ${t.catalog.variants.map(r=>d`<option value=${r.name} ?selected=${r.name===e.setup.variant}>${n.variant(r)}</option>`)}
        </select></label
      >
      <label
        >${n.say("edit_number")}
        <input
          type="number"
          min="1"
          max="9999"
          .value=${String(e.position.move_number)}
          @change=${r=>o({edit:"move_number",number:Number(r.target.value)})}
      /></label>
    </div>
    <div class="tools">
      ${$(t,"edit_clear",()=>o({edit:"clear"}))} ${$(t,"edit_start",()=>o({edit:"start"}))}
      <button type="button" @click=${()=>o({edit:"rest",color:"white"})}>
        ${n.say("edit_rest",{color:n.color("white")})}
      </button>
    </div>
    ${l?d`<p class="quiet">${n.say("edit_missing",{pieces:l})}</p>`:h}
    ${s.problems.length?d`<ul class="problems" role="alert">
          ${s.problems.map(r=>d`<li data-problem=${r.key}>
                ${n.problem(r)}
              </li>`)}
        </ul>`:d`<p class="fine">${n.say("edit_fine")}</p>`}
    <p class="buttons">
      ${$(t,"done",()=>t.send({do:"edit_done"}),{class:"main"})}
      ${$(t,"cancel",()=>t.send({do:"edit_cancel"}))}
    </p>
  </section>`}var C=document.getElementById("app"),de=!1;function et(){de||(de=!0,queueMicrotask(()=>{de=!1,tt()}))}var g=new B(et);function Xe(){let{words:t,prefs:e}=g;return d`<header class="top">
    <a class="skip" href="#board" @click=${n=>{n.preventDefault(),document.querySelector(`[data-square="${g.focused}"]`)?.focus()}}>${t.say("skip")}</a>
    <h1><span lang="ja">南北</span> <small>${t.say("subtitle")}</small></h1>
    <nav aria-label=${t.say("looks")}>
      <button type="button" data-action="looks" @click=${()=>g.change(()=>g.dialog="looks")}>${t.say("looks")}</button>
      <button type="button" data-action="help" @click=${()=>g.change(()=>g.dialog="help")}>${t.say("help")}</button>
      <button
        type="button"
        data-action="language"
        lang=${e.lang==="ja"?"en":"ja"}
        aria-label=${t.say("language_label")}
        @click=${()=>g.setPrefs({lang:e.lang==="ja"?"en":"ja",notation:e.lang==="ja"?"en":"ja"})}
      >
        ${t.say("language")}
      </button>
    </nav>
  </header>`}function Mt(){let t=g.state.position.tide;if(!t)return h;let{words:e}=g,n=t.plies_left===1?"tide_left_one":"tide_left";return d`<p class="tide" data-tide=${t.now} data-left=${t.plies_left}>
    <b>${e.say("tide_now",{direction:g.direction(t.now)})}</b>
    <span>${e.say(n,{next:g.direction(t.next),plies:t.plies_left})}</span>
    <progress max=${t.period} value=${t.period-t.plies_left} aria-hidden="true"></progress>
  </p>`}function Tt(){let t=g.state,{words:e}=g,n=t.mode==="play"&&t.tree.cursor!==t.game.live,s=t.position.occurrences??1,o=g.catalog?.variants.find(i=>i.name===t.setup.variant);return d`<div class="status">
    <p class="variant">${o?e.variant(o):t.setup.variant}</p>
    <p
      class="now ${t.position.check?"incheck":""} ${t.game.end?"ended":""}"
      data-mode=${t.mode}
      data-end=${t.game.end?.reason??t.position.outcome?.reason??h}
      data-winner=${t.game.end?.winner??t.position.outcome?.winner??h}
    >
      ${g.status()}
    </p>
    ${n?d`<button type="button" class="small" data-action="live" @click=${()=>g.send({do:"step",to:"live"})}>
          ${e.say("back_to_game")}
        </button>`:h}
    ${s>1?d`<p class="quiet">${e.say("occurrences",{count:s})}</p>`:h}
  </div>`}function Vt(){let{state:t,words:e}=g;if(!t||!g.catalog)return d`${Xe()}<main><p class="loading" role="status">${g.connected?"":e.say("connecting")}</p></main>`;let[n,s]=g.prefs.flipped?["black","white"]:["white","black"];return d`${Xe()}
    <main class=${`mode-${t.mode}`} data-revision=${t.revision}>
      <div class="table">
        ${Tt()} ${Mt()}
        <div class="play">
          ${qe(g)} ${re(g,n,"upper")} ${Re(g)} ${re(g,s,"lower")}
        </div>
        <p class="explanation" aria-live="polite">${Fe(g)}</p>
      </div>
      <div class="side">
        ${Ze(g)} ${Ye(g)} ${Ke(g)} ${t.mode==="edit"?h:d`${De(g)} ${Oe(g)}`}
      </div>
    </main>
    ${Ge(g)}
    <section class="messages" aria-label=${e.say("messages")}>
      ${g.connected?h:d`<p class="message warning">${e.say("connecting")}</p>`}
      ${g.messages.map(o=>d`<p class="message ${o.level}" data-message=${o.level}>
          <span>${o.text}</span>
          <button type="button" aria-label=${e.say("close")} @click=${()=>g.change(()=>g.dismiss(o.id))}>✕</button>
        </p>`)}
    </section>
    <p class="spoken" role="status" aria-live="polite">${g.spoken}</p>`}var G=null,ze=-1,Qe=!1;function tt(){let{prefs:t,state:e}=g,n=document.documentElement;n.lang=t.lang,n.dataset.theme=t.theme,document.title=e?`${g.status()} – ${g.words.say("title")}`:g.words.say("title"),Ce(Vt(),C);let s=C.querySelector("dialog.dialog");s&&!s.open&&s.showModal(),G&&!g.dialog&&C.querySelector(`[data-action="${G==="new"?"new_game":G}"]`)?.focus(),G=g.dialog,Qe&&!g.asking&&D(g.focused),Qe=g.asking!==null;let o=C.querySelector(".promotion button");if(o&&!C.querySelector(".promotion")?.contains(document.activeElement)&&o.focus(),e&&e.tree.cursor!==ze){ze=e.tree.cursor;let i=C.querySelector(".movelist"),a=i?.querySelector(".current");i&&a&&(i.scrollTop=a.offsetTop-i.clientHeight/2)}}Ne(g,C);C.addEventListener("change",t=>Je(g,t));document.addEventListener("dragover",t=>t.preventDefault());document.addEventListener("drop",t=>{t.preventDefault();let e=t.dataTransfer?.files[0],n=t.dataTransfer?.getData("text/plain");e?ce(g,e):n&&g.send({do:"load",text:n})});document.addEventListener("paste",t=>{if(t.target instanceof HTMLTextAreaElement||t.target instanceof HTMLInputElement)return;let e=t.clipboardData?.getData("text/plain");e&&g.send({do:"load",text:e})});setInterval(()=>{g.clocks?.running&&et()},200);tt();
/*! Bundled license information:

lit-html/lit-html.js:
  (**
   * @license
   * Copyright 2017 Google LLC
   * SPDX-License-Identifier: BSD-3-Clause
   *)
*/
