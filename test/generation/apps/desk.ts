import { app, page, safe } from './app.ts';

const faults = [
  'dialog does not open',
  'note is not listed',
  'dialog does not close',
  'frame does not answer',
  'details stay closed',
  'theme is forgotten',
];

/** Notes that are added in a dialog and kept by the server for everyone, and a form in a frame. */
export const desk = app('desk', faults, (isBroken) => {
  const notes: string[] = ['Water the plants'];
  return (request) => {
    switch (request.route) {
      case 'GET /':
        return { html: page('Desk', deskPage(notes, isBroken)) };
      case 'POST /notes':
        if (!isBroken('note is not listed')) notes.push(request.form.get('note') ?? '');
        return { location: '/' };
      case 'GET /frame':
        return { html: page('Feedback', framePage(isBroken)) };
      default:
        return undefined;
    }
  };
});

function deskPage(notes: readonly string[], isBroken: (fault: string) => boolean): string {
  return `<main><h1>Desk</h1><button id="open">New note</button><button id="theme">Dark theme</button>
<ul>${notes.map((each) => `<li>${safe(each)}</li>`).join('')}</ul>
<details${isBroken('details stay closed') ? ' onclick="event.preventDefault()"' : ''}><summary>Help</summary><p>Write down what you must not forget.</p></details>
<dialog aria-label="New note"><form method="post" action="/notes"><label>Note <input name="note" required></label><button>Save note</button></form><button id="close">Close</button></dialog>
<iframe title="Feedback" src="/frame" width="400" height="150"></iframe>
<p>Opened at ${new Date().toISOString()}</p></main>
<script>
const dialog = document.querySelector('dialog');
document.querySelector('#open').onclick = () => { ${isBroken('dialog does not open') ? '' : 'dialog.showModal();'} };
document.querySelector('#close').onclick = () => { ${isBroken('dialog does not close') ? '' : 'dialog.close();'} };
const theme = document.querySelector('#theme');
const showTheme = () => { theme.textContent = localStorage.getItem('theme') === 'dark' ? 'Light theme' : 'Dark theme'; };
theme.onclick = () => {
  const next = localStorage.getItem('theme') === 'dark' ? 'light' : 'dark';
  localStorage.setItem('theme', next);
  showTheme();
  ${isBroken('theme is forgotten') ? "localStorage.removeItem('theme');" : ''}
};
showTheme();
</script>`;
}

function framePage(isBroken: (fault: string) => boolean): string {
  return `<form><label>Your opinion <input name="opinion"></label><button>Give feedback</button></form><p role="status"></p>
<script>document.querySelector('form').onsubmit = (event) => {
  event.preventDefault();
  const { value } = document.querySelector('input');
  document.querySelector('[role=status]').textContent = ${isBroken('frame does not answer') ? "''" : "value === '' ? 'Please write something' : 'You wrote: ' + value"};
};</script>`;
}
