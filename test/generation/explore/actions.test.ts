import { expect, it } from 'vitest';
import { ample, brief, openExplorer, startApp, stepsOf } from './explorer.ts';

const { exploreApp } = openExplorer();

async function explored(page: string) {
  await using app = await startApp({ '/': page });
  const { cases } = await exploreApp(app.url, {}, ample, brief);
  return {
    descriptions: cases.map(({ description }) => description),
    stepsOfCase: (start: string) => stepsOf(cases.filter(({ description }) => description.startsWith(start))),
  };
}

it('clicks what only a pointer or a handler says that it can be clicked, and nothing around it', async () => {
  const { descriptions, stepsOfCase } = await explored(
    `<main><h1>Help</h1><div class="question">Can I undo it?</div><p hidden>Yes, you can.</p><span>Not a button</span><b>Details</b><i></i></main>
      <style>.question { cursor: pointer }</style>
      <script>
        document.querySelector('.question').addEventListener('click', () => { document.querySelector('p').hidden = false; });
        document.querySelector('b').onclick = () => { document.querySelector('i').textContent = 'Version two'; };
      </script>`,
  );
  expect(stepsOfCase('Clicking "Can I undo it?" on the page "Help" shows "Yes, you can."')).toContain(
    'expect the text "Yes, you can." to be visible',
  );
  expect(descriptions).toContain('Clicking "Details" on the page "Help" shows "Version two"');
  expect(descriptions.join()).not.toContain('Not a button');
});

it('clicks buttons of one name in several items, and removes what it has added to them', async () => {
  const { stepsOfCase } = await explored(
    `<main><h1>Tasks</h1><form id="form"><label>Task <input id="task" required></label><button>Add</button></form><ul></ul></main><p id="done">Done: none</p>
      <script>
        const list = document.querySelector('ul');
        const add = (text) => {
          list.insertAdjacentHTML('beforeend', '<li><b></b> <button>Finish</button> <button>Delete</button></li>');
          const item = list.lastElementChild;
          item.querySelector('b').textContent = text;
          item.querySelector('button').onclick = () => { done.textContent = 'Done: ' + text; };
          item.querySelector('button:last-child').onclick = () => item.remove();
        };
        for (const each of ['Water plants', 'Send invoice', 'Call Bo']) add(each);
        form.onsubmit = (event) => { event.preventDefault(); add(task.value); task.value = ''; };
      </script>`,
  );
  const finished = stepsOfCase('Clicking "Finish"').join('\n');
  for (const each of ['Water plants', 'Send invoice', 'Call Bo']) expect(finished).toContain(`Done: ${each}`);
  const removed = stepsOfCase('Clicking "Delete"').filter((step) =>
    step.startsWith('click the button "Delete"'),
  );
  expect(removed.length).toBeGreaterThan(0);
  expect(removed.join()).not.toMatch(/Water|Send|Call/);
});

it('expects in one test case what a dialog shows, and no message that may vanish', async () => {
  const { descriptions, stepsOfCase } = await explored(
    `<main><h1>Notes</h1><button id="open">New note</button><button id="save">Save</button></main>
      <dialog><h2>Write a note</h2><p>It is stored here.</p><p>Only you see it.</p><button onclick="this.parentElement.close()">Close</button></dialog><div></div>
      <script>
        document.getElementById('open').onclick = () => document.querySelector('dialog').show();
        save.onclick = () => document.querySelector('div').insertAdjacentHTML('beforeend', '<p role="status">Saved</p>');
      </script>`,
  );
  const opened = stepsOfCase('Clicking "New note" on the page "Notes" opens "Write a note"');
  for (const text of ['heading "Write a note"', 'text "It is stored here."', 'button "Close"'])
    expect(opened).toContain(`expect the ${text} to be visible`);
  expect(descriptions.filter((each) => each.startsWith('The page'))).toHaveLength(1);
  expect(stepsOfCase('Clicking "Save"').join()).not.toMatch(/(?:2nd|last) (?:text|status)/);
});
