/** The style sheet of the page: light and dark, wide and narrow. All text has a contrast of at least 4.5 to 1. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #0d1117); --panel: light-dark(#f6f8fa, #161b22);
  --line: light-dark(#d1d9e0, #3d444d); --text: light-dark(#1f2328, #e6edf3);
  --quiet: light-dark(#59636e, #9da7b1); --link: light-dark(#0550ae, #79c0ff);
  --red: light-dark(#b3212d, #ff8f87); --red-panel: light-dark(#ffebe9, #3c1618);
  --green: light-dark(#116329, #56d364); --green-panel: light-dark(#dafbe1, #0f2d18);
  --amber: light-dark(#7d4e00, #e3b341); --amber-panel: light-dark(#fff8c5, #2f2406);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--page); color: var(--text); font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible, label:has(:focus-visible) { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.8125rem; }
pre { margin: 0.75rem 0; padding: 0.75rem; border-radius: 6px; background: var(--panel); white-space: pre-wrap; }
header { padding: 1.25rem 1.5rem; border: 1px solid var(--line); border-inline-start: 6px solid var(--verdict); border-radius: 8px; }
.red { --verdict: var(--red); }
.green { --verdict: var(--green); }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; }
h1 .sign { display: inline-block; width: 1.4em; border-radius: 50%; background: var(--verdict); color: var(--page); font-size: 0.8em; line-height: 1.4; text-align: center; }
h2 { margin: 2rem 0 0.75rem; font-size: 1.125rem; }
.about, legend, [for="text"], #count, thead, .case small, figcaption { color: var(--quiet); font-size: 0.8125rem; font-weight: 400; }
.counts { margin: 0.25rem 0 0; font-size: 1.0625rem; }
.about { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; margin: 0.75rem 0 0; padding: 0; list-style: none; }
#controls:not([hidden]) { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: end; }
#controls p { flex: 1 1 18rem; margin: 0; }
fieldset, legend { min-width: 0; margin: 0; padding: 0; border: 0; }
input, button { background: none; color: inherit; font: inherit; }
.choices { display: flex; flex-wrap: wrap; gap: 0.25rem; }
#text, .choices label, #more { padding: 0.375rem 0.75rem; border: 1px solid var(--quiet); border-radius: 6px; }
#text { width: 100%; }
.choices label, #more { background: var(--panel); cursor: pointer; }
.choices label:hover, #more:hover { border-color: var(--text); }
.choices label:has(:checked) { border-color: var(--text); background: var(--text); color: var(--page); }
.choices input { position: absolute; opacity: 0; }
#count { margin: 0.75rem 0 0.5rem; }
table { width: 100%; border-spacing: 0; border-bottom: 1px solid var(--line); table-layout: fixed; }
th, td { padding: 0.5rem 0.75rem; text-align: start; vertical-align: top; }
th { font-weight: inherit; }
thead th { padding-block: 0.25rem; vertical-align: bottom; }
thead th:nth-child(1) { width: 9.5rem; }
thead th:nth-child(3) { width: 6.5rem; }
thead th:nth-child(4) { width: 7.5rem; }
thead button { padding: 0.25rem 0; border: 0; cursor: pointer; }
thead button:hover, [aria-sort] button { color: var(--text); }
thead button::after { content: "↕"; content: "↕" / ""; padding-inline-start: 0.25rem; }
[aria-sort="ascending"] button::after { content: "↑"; content: "↑" / ""; }
[aria-sort="descending"] button::after { content: "↓"; content: "↓" / ""; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.case > tr:first-child > * { border-top: 1px solid var(--line); }
.case:focus { outline: none; }
.scripted .later { display: none; }
.case:not([data-outcome="passed"]) .name, .outcome { font-weight: 600; }
.case small { display: block; }
.case small * { color: inherit; }
.case td[colspan] { padding-top: 0; padding-inline-start: 10.25rem; }
.outcome { padding: 0.125rem 0.5rem; border-radius: 1rem; font-size: 0.8125rem; white-space: nowrap; color: var(--red); background: var(--red-panel); }
.outcome.passed { color: var(--green); background: var(--green-panel); }
.outcome.flaky, .outcome.unfinished, .outcome.not-run { color: var(--amber); background: var(--amber-panel); }
summary { cursor: pointer; }
.first-line::before { content: "— "; }
details[open] > summary .first-line { display: none; }
details details { margin-top: 0.5rem; }
.attempt { margin: 0.5rem 0 0.75rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.125rem 1rem; margin: 0; }
dt, .first-line { color: var(--quiet); }
dd { margin: 0; }
header details { margin-top: 0.5rem; font-size: 0.8125rem; }
.message { border-inline-start: 3px solid var(--red); }
.warning { border-color: var(--amber); }
.steps { margin: 0.5rem 0; padding-inline-start: 2.5rem; }
.steps li { padding: 0.0625rem 0; }
.steps li:not([value]) { list-style: none; }
.steps i { font-style: normal; color: var(--green); }
.steps .failed i, .steps .failed b { color: var(--red); }
.steps .ignored i, .steps .ignored b { color: var(--amber); }
.steps small { display: inline; color: var(--quiet); font-size: 0.8125rem; }
.excerpt .line { display: inline-block; min-width: 2.5em; padding-inline-end: 1em; color: var(--quiet); text-align: end; user-select: none; }
.excerpt .around { color: var(--quiet); }
mark { border-radius: 3px; background: var(--amber-panel); color: var(--amber); font-weight: 600; }
.group th { padding-top: 1.5rem; font-weight: 600; }
.left-out { padding: 0.5rem 0.75rem; border-inline-start: 3px solid var(--amber); }
#controls .keys { flex-basis: 100%; color: var(--quiet); font-size: 0.8125rem; }
kbd { padding: 0 0.3em; border: 1px solid var(--quiet); border-radius: 3px; font: inherit; }
.case:focus-within .name { text-decoration: underline; text-underline-offset: 0.2em; }
.picture { display: block; width: fit-content; max-width: 100%; overflow: auto; cursor: zoom-in; }
.picture input { position: absolute; opacity: 0; }
.picture:has(:checked) { cursor: zoom-out; }
.steps .picture { margin: 0.25rem 0 0.5rem; }
.console pre { max-height: 20rem; overflow: auto; }
figure { margin: 0.75rem 0; }
.picture img { display: block; max-width: 100%; max-height: 32rem; border: 1px solid var(--line); border-radius: 6px; background: #ffffff; }
.steps .picture img { width: 160px; }
.picture:has(:checked) img { width: auto; max-width: none; max-height: none; }
@media (max-width: 40rem) {
  body { padding: 0.75rem; }
  header { padding: 1rem; }
  h1 { font-size: 1.25rem; }
  th, td, .case td[colspan] { padding-inline: 0.375rem; }
  .attempts { padding: 0; overflow: hidden; visibility: hidden; }
  thead th:nth-child(3) { width: 0; }
  thead th:nth-child(1) { width: 2.75rem; }
  .label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  thead th:nth-child(4) { width: 5rem; }
  dl { grid-template-columns: minmax(0, 1fr); }
}
@media print {
  #controls, #more { display: none !important; }
  .attempt, figure, .steps li { break-inside: avoid; }
}
`;
