import { app, page } from './app.ts';

const faults = {
  'item is not stored': '/*STORE*/',
  'counter counts all': '',
  'input keeps its text': '',
  'empty item is added': '',
  'done item can not be ticked': '',
  'filter shows all': '',
  'deleted item stays': '',
};

/** Rendered in the page, kept in its local storage. */
export const todo = app('todo', Object.keys(faults), (isBroken) => (request) => {
  if (request.route !== 'GET /') return undefined;
  const flags = Object.fromEntries(Object.keys(faults).map((each) => [each, isBroken(each)]));
  return {
    html: page(
      'Tasks',
      `<main><h1>Tasks</h1><input placeholder="What needs to be done?" id="new"><ul id="list"></ul>
<p><span class="count"></span></p><div><button data-filter="all">All</button><button data-filter="open">Open</button><button data-filter="done">Done</button></div></main>
<script>const broken = ${JSON.stringify(flags)};${script}</script>`,
    ),
  };
});

const script = `
let items = JSON.parse(localStorage.getItem('items') || '[]');
let filter = 'all';
const input = document.querySelector('#new');
const list = document.querySelector('#list');
function save() { if (!broken['item is not stored']) localStorage.setItem('items', JSON.stringify(items)); render(); }
function render() {
  list.replaceChildren(...items.filter((each) => broken['filter shows all'] || filter === 'all' || each.done === (filter === 'done')).map((each) => {
    const row = document.createElement('li');
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', checked: each.done });
    box.setAttribute('aria-label', 'Done: ' + each.text);
    box.onchange = () => { if (!broken['done item can not be ticked']) each.done = box.checked; save(); };
    const text = Object.assign(document.createElement('span'), { textContent: each.text });
    const remove = Object.assign(document.createElement('button'), { textContent: 'Delete' });
    remove.onclick = () => { if (!broken['deleted item stays']) items = items.filter((other) => other !== each); save(); };
    row.append(box, text, remove);
    return row;
  }));
  const left = broken['counter counts all'] ? items.length : items.filter((each) => !each.done).length;
  document.querySelector('.count').textContent = left === 1 ? '1 task left' : left + ' tasks left';
}
input.onkeydown = (event) => {
  if (event.key !== 'Enter' || (input.value.trim() === '' && !broken['empty item is added'])) return;
  items.push({ text: input.value.trim(), done: false });
  if (!broken['input keeps its text']) input.value = '';
  save();
};
for (const button of document.querySelectorAll('[data-filter]')) button.onclick = () => { filter = button.dataset.filter; render(); };
render();
`;
