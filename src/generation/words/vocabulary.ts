/** Reads a table: each line has words before its colon, and what they stand for after it. */
function readTable(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [words = '', values = ''] = line.split(':').map((part) => part.trim());
        const meanings = values === '' ? [] : values.split(/\s*,\s*/);
        return words.split(/\s*,\s*/).map((word) => [word, meanings] as const);
      }),
  );
}

/** Words that say nothing about which element is meant. */
const stopWords: ReadonlySet<string> = new Set(
  `a an the it them this that these those i we you he she they user customer visitor my your our their his her its of to in on at for from with by
  as into onto inside within under over please now still be been is are was were am has have had should must will can could also just again and there
  correctly successfully up out labelled labeled called named titled`.split(/\s+/),
);

/** What people call elements, and their roles. Without roles, a noun restricts nothing. */
export const nouns = readTable(`
  button: button, link, menuitem, switch
  link: link
  tab: tab, link, button
  checkbox: checkbox, switch
  switch: checkbox, switch
  toggle: checkbox, switch, button
  radio: radio
  option: radio, option, checkbox, menuitemradio
  field, input, textbox, textarea, date: field
  filter: field, checkbox, radio, button
  box: field, checkbox
  dropdown, select: combobox, listbox
  combobox: combobox
  slider: slider
  heading, headline, title: heading
  image: img
  picture, photo: img, field
  icon, bell, cog, gear: img, button, link
  logo: img, link
  dialog, modal, popup, window: dialog, alertdialog
  row: row
  cell: cell, gridcell
  table: table, grid
  column, header: columnheader, button
  card: article, listitem
  error, warning: alert, status, text
  alert: alert, alertdialog
  status: status
  paragraph: text
  message, text, label, menu, item, entry, product, value, badge, counter, page, section, list, notification, notice, toast, hint, tooltip, confirmation, banner, caption, about, folder, view, screen, pagination, snackbar, note, answer:
`);

/** Parts of a page that a clause can be about, and how `within` of an element begins there. */
export const areas = readTable(`
  dialog, modal, popup, window: dialog, alertdialog
  heading, headline: heading
  form: form, search
  banner, notice, bar: region, dialog, alertdialog, complementary
  section: region, heading, group, article, tab panel, items
  area: region, heading, group, items
  panel: region, tab panel, heading, complementary, items
  group: group, region
  column: region, group, list, heading, items
  toolbar: toolbar
  footer: footer
  header: banner
  navigation: navigation
  menu: menu, navigation
  sidebar: complementary, navigation
  table: table, items
  list: list, items
  row, line: row
  item, card: list item, row, article
`);

/** What rows show instead of a state that a clause says. */
export const sameStates = readTable(`
  taken, occupied: taken, booked, occupied, reserved
  unavailable: unavailable, not available
  free, vacant, available: free, vacant, available
`);

const numbers = `zero one two three four five six seven eight nine ten eleven twelve
  thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty`.split(/\s+/);
const ordinals = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
/** The source of a pattern for the numbers that `numberOf` reads. */
export const numberPattern = `\\d+|no|${numbers.join('|')}`;

/** @returns the number that a word or digits say; undefined for any other text. */
export function numberOf(text: string): number | undefined {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const index = text.toLowerCase() === 'no' ? 0 : numbers.indexOf(text.toLowerCase());
  return index === -1 ? undefined : index;
}

/** "Page one of three" as "page 1 of 3". */
export function withDigits(text: string): string {
  return text.replace(
    new RegExp(
      `\\b(?<!\\b(?:the|this|that|an?|no|any|each|every|only|first|last|other|next) )(?:${numbers.join('|')})\\b`,
      'gi',
    ),
    (word) => `${numberOf(word)}`,
  );
}

/** @returns the position that a word says, from 0, or -1 for the last one; undefined for any other word. */
export function positionOf(word: string): number | undefined {
  if (/^last$/i.test(word)) return -1;
  const digits = /^(\d+)(?:st|nd|rd|th)$/i.exec(word)?.[1];
  const index = digits === undefined ? ordinals.indexOf(word.toLowerCase()) : Number(digits);
  return index > 0 ? index - 1 : undefined;
}

const keys = readTable(`
  enter, return: Enter
  escape, esc: Escape
  tab: Tab
  space: Space
  backspace: Backspace
  delete: Delete
  home: Home
  end: End
  page up: PageUp
  page down: PageDown
  arrow up, up arrow: ArrowUp
  arrow down, down arrow: ArrowDown
  arrow left, left arrow: ArrowLeft
  arrow right, right arrow: ArrowRight
`);
const modifiers = readTable(`
  ctrl, control: Control
  shift: Shift
  alt: Alt
  meta, cmd: Meta
`);

/** @returns the driver's name of a key, with modifiers; undefined if the text names none. */
export function keyOf(text: string): string | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/^the | key$/g, '');
  const parts = name.split(/\s*\+\s*/);
  const last = parts.pop() ?? '';
  const before = parts.map((part) => modifiers.get(part)?.[0]);
  if (before.includes(undefined)) return undefined;
  const isCharacter = /^\w$/.test(last) && parts.length > 0;
  const character = before.includes('Shift') ? last.toUpperCase() : last;
  const key =
    keys.get(last)?.[0] ?? (/^f\d{1,2}$/.test(last) ? last.toUpperCase() : isCharacter && character);
  return key ? [...before, key].join('+') : undefined;
}

/** The words of a text: letters and digits in lower case, plurals as singulars, "log in" as "login". */
export function wordsOf(text: string): string[] {
  return text
    .replace(/['’](s|t|re|ve|ll)\b/g, '$1')
    .toLowerCase()
    .replace(/\be-mail/g, 'email')
    .replace(/\b(log|sign|check)[ -](in|out|up|off)\b(?! (?:the|an?|this|that|my)\b)/g, '$1$2')
    .replace(/\b(email|(?:tele)?phone|mobile) (?:address(?:es)?|number)\b/g, '$1')
    .split(/[^\p{L}\p{N}$€£%]+/u)
    .flatMap((word) => (word === '' ? [] : [singular(word)]));
}

function singular(word: string): string {
  // "Cookies" and "movies" are alike, whether their singular ends with `y` or `ie`.
  if (word.length > 4 && /ies?$/.test(word)) return word.replace(/ies?$/, 'y');
  if (/(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The words that may name an element. */
export function namingWords(text: string): string[] {
  return wordsOf(text).filter((word) => !stopWords.has(word));
}

const actionVerbs: ReadonlySet<string> = new Set(
  `click press tap hit push type enter put write input fill select choose pick set check tick mark uncheck untick deselect
  enable disable turn switch toggle open close go navigate visit browse return follow expand collapse submit show view use hover
  move upload attach scroll wait reload refresh log login sign search filter sort order arrange clear empty erase drag add insert
  leave give change update edit replace provide apply accept agree activate double-click right-click focus see get find expect
  verify check ensure confirm assert validate make save delete remove send read assign start create approve reject publish rename restore
  increase decrease raise reduce reset`.split(/\s+/),
);
const irregularForms = readTable(`
  chosen: choose
  written: write
  gone: go
  given: give
  left: leave
  sent: send
  put: put
  hit: hit
  set: set
`);

/** @returns the base form of a verb that names an action, such as `click` for `clicked`; undefined for other words. */
export function baseVerb(word: string): string | undefined {
  const form = word.toLowerCase();
  const ends = [/^(.+)$/, /^(.+)s$/, /^(.+)es$/, /^(.+?)(.)\2?(?:ed|ing)$/, /^(.+)(?:ed|ing)$/];
  const bases = ends.flatMap((end) => {
    const [found, stem = '', last = ''] = end.exec(form) ?? [];
    return found === undefined ? [] : [stem + last, `${stem}${last}e`];
  });
  const [irregular] = irregularForms.get(form) ?? [];
  return irregular ?? [form, ...bases, form.replace(/ie[sd]$/, 'y')].find((base) => actionVerbs.has(base));
}

/** Verbs of what a message or a page says, as a pattern. */
export const sayingVerbs = 'says?|reads?|confirms?|announces?|states?|warns?|asks?|mentions?';
