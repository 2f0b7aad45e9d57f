import { app, page } from './app.ts';

const faults = [
  'search finds all',
  'sort is not numeric',
  'department filter is off by one',
  'no message for no match',
  'count is stale',
  'second page repeats the first',
];

/** A table with a search, a filter, a sort order and pages, all in the page. */
export const staff = app('staff', faults, (isBroken) => (request) => {
  if (request.route !== 'GET /') return undefined;
  const flags = Object.fromEntries(faults.map((each) => [each, isBroken(each)]));
  return {
    html: page(
      'Staff',
      `<h1>Staff</h1><div class="tools"><input type="search" aria-label="Search staff">
<label>Department <select id="department"><option>All</option><option>Sales</option><option>Research</option></select></label>
<label>Sort by <select id="sort"><option>Name</option><option>Age</option></select></label></div>
<p role="status"></p><table><thead><tr><th>Name</th><th>Age</th><th>Department</th></tr></thead><tbody></tbody></table>
<button id="previous">Previous page</button><button id="next">Next page</button>
<script>const broken = ${JSON.stringify(flags)};${script}</script>`,
    ),
  };
});

const script = `
const people = [['Marie', 41, 'Research'], ['Alan', 9, 'Sales'], ['Grace', 52, 'Research'], ['Edsger', 38, 'Sales'],
  ['Barbara', 29, 'Research'], ['Donald', 61, 'Sales'], ['Hedy', 34, 'Research'], ['Linus', 22, 'Sales']];
const get = (id) => document.querySelector(id);
let first = 0;
function render() {
  const word = get('[type=search]').value.toLowerCase();
  const department = get('#department').value;
  const found = people.filter(([name, , own]) =>
    (broken['search finds all'] || name.toLowerCase().includes(word)) && (department === 'All' || own === department));
  if (broken['department filter is off by one'] && department !== 'All') found.push(people.find(([, , own]) => own !== department));
  const age = get('#sort').value === 'Age';
  found.sort((a, b) => age ? (broken['sort is not numeric'] ? String(a[1]).localeCompare(String(b[1])) : a[1] - b[1]) : a[0].localeCompare(b[0]));
  const from = broken['second page repeats the first'] ? 0 : first;
  get('tbody').innerHTML = found.slice(from, from + 5).map((each) => '<tr>' + each.map((text) => '<td>' + text + '</td>').join('') + '</tr>').join('');
  const count = broken['count is stale'] ? people.length : found.length;
  get('[role=status]').textContent = found.length === 0 && !broken['no message for no match'] ? 'Nobody found' : count + ' people';
  get('#next').disabled = first + 5 >= found.length;
  get('#previous').disabled = first === 0;
}
get('[type=search]').oninput = get('#department').onchange = get('#sort').onchange = () => { first = 0; render(); };
get('#next').onclick = () => { first += 5; render(); };
get('#previous').onclick = () => { first -= 5; render(); };
render();
`;
