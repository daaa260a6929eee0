/*
 * The style of the page: one scale of type (13, 15, 19, 28 px), one of space (4, 8, 16, 32 px), one accent for data and
 * one colour for errors. Both themes keep a contrast of at least 4.5 for letters.
 */

export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #fcfcfa; --raised: #f2f3ee; --line: #d9dcd3; --ink: #1b1e1a; --quiet: #585e55;
  --accent: #2f6f43; --bad: #b3321f;
  --small: 0.8125rem; --body: 0.9375rem; --large: 1.1875rem; --huge: 1.75rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #151814; --raised: #1f231e; --line: #353b33; --ink: #e6e9e2; --quiet: #a3aba0;
    --accent: #7cc492; --bad: #ff8f7a;
  }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: var(--body)/1.5 system-ui, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 32px 16px; display: grid; gap: 32px; }
section { min-width: 0; display: grid; gap: 8px; }
h1 { font-size: var(--huge); line-height: 1.2; font-weight: 650; overflow-wrap: anywhere; }
h2 { font-size: var(--large); line-height: 1.3; font-weight: 600; }
h3 { font-size: var(--body); font-weight: 600; }
p, caption, .quiet { color: var(--quiet); }
section p { font-size: var(--small); overflow-wrap: anywhere; }
code, .quote { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; font-size: var(--small); overflow-wrap: anywhere; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 8px; }
.tiles div { background: var(--raised); border-radius: 4px; padding: 8px 16px; }
.tiles dt, .tiles .quiet { font-size: var(--small); }
.tiles dt { color: var(--quiet); }
.tiles dd { font-variant-numeric: tabular-nums; }
.tiles .now { font-size: var(--huge); line-height: 1.2; font-weight: 600; }
.findings { display: grid; gap: 8px; padding-left: 16px; }
.findings li { overflow-wrap: anywhere; }
.findings code { background: var(--raised); border-radius: 4px; padding: 0 4px; box-decoration-break: clone; }
q { font-style: italic; }
.beside { display: grid; gap: 16px 32px; }
.charts { display: grid; gap: 16px; align-content: start; min-width: 0; }
figure { min-width: 0; }
figcaption { font-size: var(--small); color: var(--quiet); padding-left: 44px; }
figcaption b { color: var(--ink); font-weight: 600; }
@media (min-width: 56rem) {
  .beside { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
  .beside .scroll { max-height: 30rem; }
  .beside thead th { position: sticky; top: 0; background: var(--ground); }
}
.chart { display: block; overflow: visible; margin-left: 44px; width: calc(100% - 44px); }
svg text { fill: var(--quiet); font-size: var(--small); font-variant-numeric: tabular-nums; }
.upright { text-anchor: end; }
.across { text-anchor: middle; }
.grid { stroke: var(--line); }
.data { fill: var(--accent); }
.bad { fill: var(--bad); color: var(--bad); }
circle.good { fill: var(--quiet); }
rect.track { fill: var(--raised); }
line.track { stroke: var(--line); }
.range { stroke: var(--quiet); stroke-width: 2; }
.scroll { overflow: auto; }
.scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; min-width: min(100%, 44rem); font-size: var(--small); }
.beside table { min-width: 100%; }
caption { text-align: left; padding-bottom: 8px; max-width: calc(100vw - 32px); }
th, td { text-align: left; vertical-align: top; padding: 4px 16px 4px 0; border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--quiet); font-weight: 600; white-space: nowrap; vertical-align: bottom; }
tbody th { font-weight: 400; }
th.right, .count, .change, .rate { text-align: right; }
.count, .change, .rate, .time, .words { font-variant-numeric: tabular-nums; white-space: nowrap; }
.quote { min-width: 7rem; }
tbody th.quote { min-width: min(14rem, 32vw); }
td.quote:last-child { min-width: min(12rem, 40vw); }
.measure { display: grid; grid-template-columns: minmax(3rem, 1fr) minmax(4ch, auto); gap: 8px; align-items: center; min-width: 9rem; }
.rate .measure { grid-template-columns: minmax(3rem, 1fr) minmax(12ch, auto); }
.share { display: block; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 80rem) { .from-150 { display: none; } }
@media (max-width: 60rem) { .from-110 { display: none; } }
@media (max-width: 44rem) {
  .from-72, .measure .share, .second { display: none; }
  .measure, .rate .measure { display: block; min-width: 0; }
  th, td { padding-right: 8px; }
  thead th, .rate { white-space: normal; }
}
@media print {
  :root { --ground: #fff; --raised: #f2f3ee; --line: #ccc; --ink: #000; --quiet: #444; --accent: #2f6f43; --bad: #b3321f; color-scheme: light; }
  body { print-color-adjust: exact; }
  main { padding: 0; }
  .scroll, .beside .scroll { overflow: visible; max-height: none; }
  tr, figure, .tiles div { break-inside: avoid; }
  h2 { break-after: avoid; }
}
`;
