"use strict";
// The page of one server of games. It knows no rules: it shows what the server sends and says which move was chosen.

const at = id => document.getElementById(id);
const QUICK = 250, SLOW = 1500;  // milliseconds between looks: while an agent thinks, and otherwise

const token = location.hash.slice(1) || sessionStorage.getItem("token") || "";
sessionStorage.setItem("token", token);
history.replaceState(null, "", location.pathname + location.search);  // the token stays out of sight

let game = new URLSearchParams(location.search).get("game") || "";  // the id of the game on show
let now = null;      // what the server said of it last
let hint = null;     // advice about the position `now`
let picked = [];     // marks of the picture that were clicked
let seenBy = null;   // whose view was uncovered last, where people share the screen
let timer = 0;

async function ask(method, path, body) {
  const headers = { "X-Bottega-Token": token };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch("/api" + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (answer.status === 204) return null;
  const text = await answer.text();
  if (!answer.ok) throw Object.assign(new Error(reason(text, answer.status)), { status: answer.status });
  return answer.headers.get("Content-Type").startsWith("application/json") ? JSON.parse(text) : text;
}
function reason(text, status) {
  try { return JSON.parse(text).error; } catch { return text || `the server answers ${status}`; }
}

function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

// ---- what is on show

async function look() {
  clearTimeout(timer);
  try {
    const [tabs, news] = await Promise.all([
      ask("GET", "/games"), game ? ask("GET", `/games/${game}?seen=${now ? now.version : ""}`) : null]);
    showTabs(tabs);
    if (!game && tabs.length) return open(tabs[0].id);
    if (news) show(news);
  } catch (error) {
    if (error.status === 404 && game) return open("");
    complain(error.status ? error.message : "the server does not answer: is bottega play still running?");
  }
  timer = setTimeout(look, now && !now.your_turn && !now.ending ? QUICK : SLOW);
}

function open(id) {
  game = id;
  now = hint = seenBy = null;
  picked = [];
  history.replaceState(null, "", id ? `?game=${id}` : location.pathname);
  look();
}

let tabsShown = "";
function showTabs(tabs) {
  const said = JSON.stringify([game, tabs]);
  if (said === tabsShown) return;  // a button that is made anew while it is pressed hears no click
  tabsShown = said;
  at("tabs").replaceChildren(...tabs.map(tab => make("span", { className: tab.id === game ? "tab now" : "tab" },
    make("button", { onclick: () => open(tab.id) },
      make("span", { className: tab.your_turn ? "dot yours" : "dot" }), `${named(tab)}${tab.over ? " · over" : ""}`),
    ...(tabs.length > 1 ? [make("button", { className: "close", title: `Close ${named(tab)}`, textContent: "×", onclick: () => close(tab) })] : []))));
}
const named = tab => `${tab.title} ${tab.id}`;
const close = tab => act(async () => {
  if (!tab.over && !confirm(`Close ${named(tab)}? It is not over, and will be lost.`)) return;
  await ask("DELETE", `/games/${tab.id}`);
  if (tab.id === game) open(""); else look();
});

function show(news) {
  if (!now || news.turn !== now.turn || news.log.length < now.log.length) { hint = null; picked = []; at("filter").value = ""; }
  now = news;
  document.title = `${now.title} · Bottega`;
  const veiled = now.hand_over && seenBy !== now.viewer;
  at("veil").hidden = !veiled;
  at("veil-text").textContent = `Player ${now.viewer}, it is your turn.`;
  if (veiled) return;
  if (now.your_turn) seenBy = now.viewer;
  at("board").innerHTML = now.picture;
  at("board").firstElementChild.setAttribute("preserveAspectRatio", "xMidYMin meet");
  showPlayers();
  showStatus();
  showStory();
  showMoves();
  at("hint").disabled = !now.your_turn;
  at("back").disabled = !now.can_take_back;
  at("replay").hidden = !now.replay;
  at("replay").href = now.replay || "";
}

const called = seat => now.seats[seat - 1].pace || now.seats.filter(other => !other.pace).length > 1
  ? `player ${seat} (${now.seats[seat - 1].name})` : "you";

function showPlayers() {
  at("players").replaceChildren(...now.seats.map((seat, i) => {
    const mine = called(i + 1) === "you";
    const about = seat.pace ? `thinks ${seat.pace} · ${seat.player}` : mine ? "" : "a person at this screen";
    return make("div", { className: now.to_move === i + 1 ? "seat now" : "seat" },
      make("span", { className: "sign", textContent: now.to_move === i + 1 ? "▶" : "" }),
      make("span", { className: "who", textContent: `Player ${i + 1}${mine ? " (you)" : ""}` }),
      make("span", { className: "about", textContent: about, title: about }));
  }));
}

function showStatus() {
  const box = at("status"), seat = now.to_move && now.seats[now.to_move - 1];
  if (now.fault) return complain(now.fault);
  if (now.ending) box.className = "card status", box.textContent = capital(now.ending);
  else if (now.your_turn) {
    box.className = "card status yours";
    box.textContent = called(now.to_move) === "you" ? "Your turn" : `Player ${now.to_move}: your turn`;
  } else {
    box.className = "card status busy";
    box.replaceChildren(`${seat.name} is thinking …`, make("small",
      { textContent: now.compiling ? "its code is being compiled, once: this takes a minute" : seat.pace }));
  }
}
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

function complain(text) {
  at("status").className = "card status wrong";
  at("status").textContent = text;
}

function showStory() {
  at("log").replaceChildren(...now.log.map((told, i) => make("li", { className: now.seats[told.seat - 1].pace ? "" : "mine" },
    make("span", { className: "at", textContent: i + 1 }),
    make("span", {}, make("b", { textContent: `${capital(called(told.seat))}: ` }), told.words))));
  at("log").scrollTop = at("log").scrollHeight;
}

// ---- moves: as buttons, and on the picture, where clicks narrow the list

function fits(move, clicks) {
  const stages = move.clicks.map(stage => [...stage]);
  for (const mark of clicks) {
    while (stages.length && !stages[0].length) stages.shift();
    const place = stages.length ? stages[0].indexOf(mark) : -1;
    if (place < 0) return null;
    stages[0].splice(place, 1);
  }
  return stages.flat();  // what remains to be clicked
}

function showMoves() {
  const wanted = at("filter").value.toLowerCase();
  const shown = now.moves.map((move, i) => ({ ...move, number: i + 1, rest: fits(move, picked) }))
    .filter(move => move.rest && move.words.toLowerCase().includes(wanted));
  at("moves-title").textContent = picked.length ? `Moves with what you picked (${shown.length})` : `Moves (${now.moves.length})`;
  at("choice").hidden = Boolean(now.ending);
  at("moves").replaceChildren(...shown.map(move => make("li", {}, moveButton(move))));
  if (!shown.length) at("moves").append(make("li", { className: "empty",
    textContent: now.your_turn ? "No such move." : "Wait for the others." }));
  showAdvice();
  markPicture();
}

function moveButton(move) {
  const worth = make("span", { className: "worth" });
  if (hint) {
    const wins = hint.wins[move.number - 1], fill = make("i");
    fill.style.width = `${100 * wins}%`;
    const value = Number(hint.values[move.number - 1].toPrecision(3));
    worth.append(make("span", { className: "bar" }, fill), `${Math.round(100 * wins)} %`,
      make("span", { className: "value", textContent: Math.abs(value) < 1e6 ? value : value.toExponential(1) }));
  }
  return make("button", { className: hint && hint.move === move.number ? "advised" : "", onclick: () => play(move.number) },
    make("span", { className: "number", textContent: move.number }), make("span", { textContent: move.words }), worth);
}

function markPicture() {
  const firsts = new Set(now.moves.flatMap(move => move.clicks[0] || []));
  const nexts = new Set(now.moves.flatMap(move => picked.length && fits(move, picked) || []));
  for (const node of at("board").querySelectorAll("[data-mark]")) {
    const mark = node.dataset.mark;
    node.classList.toggle("can", firsts.has(mark) || nexts.has(mark));
    node.classList.toggle("picked", picked.includes(mark));
    node.classList.toggle("goal", nexts.has(mark) && !picked.includes(mark));
  }
}

function pick(mark) {
  const matching = clicks => now.moves.map((move, i) => [fits(move, clicks), i + 1]).filter(([rest]) => rest);
  const again = matching(picked).length === 1 && picked[picked.length - 1] === mark;  // a second click on it plays it
  if (again && !matching([...picked, mark]).length) return play(matching(picked)[0][1]);
  picked = matching([...picked, mark]).length ? [...picked, mark] : matching([mark]).length && !picked.includes(mark) ? [mark] : [];
  const found = matching(picked);
  if (picked.length > 1 && found.length === 1 && !found[0][0].length) return play(found[0][1]);
  showMoves();
}

function showAdvice() {
  at("advice").hidden = !hint;
  at("log").scrollTop = at("log").scrollHeight;
  if (!hint) return;
  at("advice").replaceChildren(
    make("p", {}, make("b", { textContent: `${hint.adviser.split(":")[0]} would: ` }), now.moves[hint.move - 1].words),
    make("small", { textContent: `Bars: share of the win if all play on at random (${hint.rounds} games each). Figures: what the agent's value function says one move ahead.`,
      title: hint.value }));
}

// ---- what people do

async function act(deed) {
  try { return await deed(); } catch (error) {
    if (error.status === 409) { now = null; return look(); }
    complain(error.message);
  }
}
const play = number => act(async () => { show(await ask("POST", `/games/${game}/move`, { turn: now.turn, move: number })); look(); });
at("back").onclick = () => act(async () => { show(await ask("POST", `/games/${game}/back`, { turn: now.turn })); look(); });
at("hint").onclick = () => act(async () => {
  at("hint").disabled = true;
  at("hint").textContent = "Thinking …";
  try {
    const said = await ask("POST", `/games/${game}/hint`, { turn: now.turn });
    if (said.turn === now.turn) { hint = said; showMoves(); at("moves").querySelector(".advised")?.scrollIntoView({ block: "nearest" }); }
  } finally { at("hint").textContent = "Hint"; at("hint").disabled = !now.your_turn; }
});
at("save").onclick = () => act(async () => {
  const blob = new Blob([await ask("GET", `/games/${game}/saved`)], { type: "application/json" });
  const link = make("a", { href: URL.createObjectURL(blob), download: `${now.game}-${now.seed}-${now.turn}.json` });
  link.click();
  URL.revokeObjectURL(link.href);
});
at("filter").oninput = () => showMoves();
at("unveil").onclick = () => { seenBy = now.viewer; show(now); };
at("board").onclick = event => {
  const mark = event.target.closest("[data-mark]");
  if (mark && now.your_turn) pick(mark.dataset.mark);
};
document.addEventListener("keydown", event => { if (event.key === "Escape" && picked.length) { picked = []; showMoves(); } });

// ---- a new game

let catalogue = [];
const chosen = () => catalogue.find(entry => entry.name === at("form-game").value);
const options = (select, pairs) => select.replaceChildren(...pairs.map(([value, text]) => make("option", { value, textContent: text })));

at("new").onclick = () => act(async () => {
  catalogue = await ask("GET", "/catalogue");
  options(at("form-game"), catalogue.map(entry => [entry.name, entry.title]));
  if (now) at("form-game").value = now.game;
  fillForm();
  at("form-error").textContent = "";
  at("form").showModal();
});
at("form-game").onchange = fillForm;
at("form-count").onchange = fillSeats;
at("form-cancel").onclick = () => at("form").close();

function fillForm() {
  const entry = chosen(), same = now && now.game === entry.name;
  options(at("form-rules"), [...(same ? [["*", "as in this game"]] : []), ["", "the published game"], ...entry.presets.map(name => [name, name])]);
  options(at("form-count"), entry.players.map(count => [count, count]));
  if (same) at("form-count").value = now.seats.length;
  options(at("form-agents"), entry.agents.map(name => [name, name]));
  fillSeats();
}
function fillSeats() {
  const same = now && now.game === chosen().name;
  at("form-seats").replaceChildren(...Array.from({ length: Number(at("form-count").value) }, (_, i) => {
    const input = make("input", { className: "form-seat", value: same && now.seats[i] ? now.seats[i].player : i ? "mcts" : "person" });
    input.setAttribute("list", "form-agents");
    return make("label", {}, `Player ${i + 1}`, input);
  }));
}
at("form-start").onclick = async () => {
  try {
    const file = at("form-file").files[0], rules = at("form-rules").value;
    const made = file ? await ask("POST", "/saved", { text: await file.text() }) : await ask("POST", "/games", {
      game: at("form-game").value,
      players: [...document.querySelectorAll(".form-seat")].map(input => input.value),
      like: rules === "*" ? game : null,
      preset: rules && rules !== "*" ? rules : null,
      seed: at("form-seed").value.trim() || null,
      milliseconds: Number(at("form-ms").value),
    });
    at("form-file").value = "";
    at("form").close();
    open(made.id);
  } catch (error) { at("form-error").textContent = error.message; }
};

look();
