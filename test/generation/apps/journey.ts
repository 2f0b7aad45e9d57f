import { app, page } from './app.ts';

const faults = [
  'first step accepts no name',
  'any number of seats',
  'price ignores seats',
  'summary misses the name',
  'back loses the name',
  'no confirmation',
  'terms need no consent',
];

/** A booking in three steps, checked by the browser and by its own code. */
export const journey = app('journey', faults, (isBroken) => (request) => {
  if (request.route !== 'GET /') return undefined;
  const flags = Object.fromEntries(faults.map((each) => [each, isBroken(each)]));
  return {
    html: page(
      'Book a journey',
      `<main id="app"></main><script>const broken = ${JSON.stringify(flags)};${script}</script>`,
    ),
  };
});

const script = `
const data = { name: '', seats: '', city: '' };
const views = {
  1: () => '<h1>Who travels?</h1><form novalidate><label>Your name <input name="name" value="' + data.name + '"></label><p class="error" hidden></p><button>Next</button></form>',
  2: () => '<h1>Where to?</h1><form><label>Destination <select name="city" required><option value="">Choose a city</option><option>Lisbon</option><option>Vienna</option></select></label>' +
    '<label>Seats <input name="seats" type="number" min="1" max="6"' + (broken['any number of seats'] ? ' formnovalidate' : '') + ' required value="1"></label><button>Next</button><button type="button" class="back">Back</button></form>',
  3: () => '<h1>Check your booking</h1><dl><dt>Name</dt><dd>' + (broken['summary misses the name'] ? '' : data.name) + '</dd><dt>Destination</dt><dd>' + data.city + '</dd><dt>Price</dt><dd class="price">$' + 30 * (broken['price ignores seats'] ? 1 : data.seats) + '</dd></dl>' +
    '<form><label><input type="checkbox" name="terms"' + (broken['terms need no consent'] ? '' : ' required') + '> I accept the terms</label><button>Book</button><button type="button" class="back">Back</button></form>',
  4: () => '<h1>' + (broken['no confirmation'] ? '' : 'Booked') + '</h1><p>' + (broken['no confirmation'] ? '' : 'Have a good journey, ' + data.name + '!') + '</p>',
};
function show(step) {
  const main = document.querySelector('#app');
  main.innerHTML = views[step]();
  const form = main.querySelector('form');
  if (!form) return;
  if (step === 2 && broken['any number of seats']) form.noValidate = true;
  const back = main.querySelector('.back');
  if (back) back.onclick = () => { if (broken['back loses the name']) data.name = ''; show(step - 1); };
  form.onsubmit = (event) => {
    event.preventDefault();
    const entered = Object.fromEntries(new FormData(form));
    if (step === 1 && entered.name.trim() === '' && !broken['first step accepts no name']) {
      const error = form.querySelector('.error');
      error.hidden = false;
      error.textContent = 'Please tell us your name';
      return;
    }
    Object.assign(data, entered);
    show(step + 1);
  };
}
show(1);
`;
