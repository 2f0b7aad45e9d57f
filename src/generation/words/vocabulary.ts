/** Words that say nothing about which element is meant. */
export const stopWords: ReadonlySet<string> = new Set(
  'a an the it them this that these those i we you he she they user customer visitor my your our their its of to in on at for from with by as into onto inside within under over please now be been should must will can could also just again and there correctly successfully up out labelled labeled called named titled'.split(
    ' ',
  ),
);

/** What people call elements, and their roles. An empty list restricts nothing. */
export const nouns: Readonly<Record<string, readonly string[]>> = {
  button: ['button', 'link', 'menuitem', 'switch'],
  link: ['link'],
  tab: ['tab', 'link', 'button'],
  checkbox: ['checkbox', 'switch'],
  switch: ['checkbox', 'switch'],
  toggle: ['checkbox', 'switch', 'button'],
  radio: ['radio'],
  option: ['radio', 'option', 'checkbox', 'menuitemradio'],
  field: ['field'],
  input: ['field'],
  textbox: ['field'],
  textarea: ['field'],
  box: ['field', 'checkbox'],
  date: ['field'],
  filter: ['field'],
  dropdown: ['combobox', 'listbox'],
  select: ['combobox', 'listbox'],
  combobox: ['combobox'],
  slider: ['slider'],
  heading: ['heading'],
  headline: ['heading'],
  title: ['heading'],
  image: ['img'],
  picture: ['img', 'field'],
  photo: ['img', 'field'],
  icon: ['img', 'button', 'link'],
  logo: ['img', 'link'],
  dialog: ['dialog', 'alertdialog'],
  modal: ['dialog', 'alertdialog'],
  popup: ['dialog', 'alertdialog'],
  row: ['row'],
  cell: ['cell', 'gridcell'],
  table: ['table', 'grid'],
  column: ['columnheader', 'button'],
  header: ['columnheader', 'button'],
  card: ['article', 'listitem'],
  error: ['alert', 'status', 'text'],
  alert: ['alert', 'alertdialog'],
  warning: ['alert', 'status', 'text'],
  status: ['status'],
  message: [],
  text: [],
  label: [],
  paragraph: ['text'],
  menu: [],
  item: [],
  entry: [],
  product: [],
  value: [],
  badge: [],
  counter: [],
  page: [],
  section: [],
  list: [],
};

/** Parts of a page that a clause can be about, and how `within` of an element begins there. */
export const areas: Readonly<Record<string, readonly string[]>> = {
  dialog: ['dialog'],
  modal: ['dialog'],
  popup: ['dialog'],
  form: ['form', 'search'],
  section: ['region', 'heading', 'group', 'article', 'tab panel'],
  area: ['region', 'heading', 'group'],
  panel: ['region', 'tab panel', 'heading', 'complementary'],
  group: ['group', 'region'],
  column: ['region', 'group', 'list', 'heading'],
  toolbar: ['toolbar'],
  footer: ['footer'],
  header: ['banner'],
  navigation: ['navigation'],
  menu: ['menu', 'navigation'],
  sidebar: ['complementary', 'navigation'],
  table: ['table'],
  list: ['list'],
  row: ['row'],
  item: ['list item', 'row', 'article'],
  card: ['list item', 'row', 'article'],
};

/** The roles of parts that are no elements of a view themselves. */
export const landmarks: Readonly<Record<string, string>> = {
  footer: 'contentinfo',
  header: 'banner',
  navigation: 'navigation',
  sidebar: 'complementary',
};

const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ordinals = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

/** @returns the number that a word or digits say; undefined for any other text. */
export function numberOf(text: string): number | undefined {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  if (/^(?:no|zero)$/i.test(text)) return 0;
  const index = numbers.indexOf(text.toLowerCase());
  return index === -1 ? undefined : index;
}

/** @returns the position that a word says, from 0, or -1 for the last one; undefined for any other word. */
export function positionOf(word: string): number | undefined {
  if (/^last$/i.test(word)) return -1;
  const digits = /^(\d+)(?:st|nd|rd|th)$/i.exec(word)?.[1];
  const index = digits === undefined ? ordinals.indexOf(word.toLowerCase()) : Number(digits);
  return index > 0 ? index - 1 : undefined;
}

const keys: Readonly<Record<string, string>> = {
  enter: 'Enter',
  return: 'Enter',
  escape: 'Escape',
  esc: 'Escape',
  tab: 'Tab',
  space: 'Space',
  backspace: 'Backspace',
  delete: 'Delete',
  home: 'Home',
  end: 'End',
  'page up': 'PageUp',
  'page down': 'PageDown',
  'arrow up': 'ArrowUp',
  'arrow down': 'ArrowDown',
  'arrow left': 'ArrowLeft',
  'arrow right': 'ArrowRight',
};
const modifiers: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  control: 'Control',
  shift: 'Shift',
  alt: 'Alt',
  meta: 'Meta',
  cmd: 'Meta',
};

/** @returns the driver's name of a key, with modifiers; undefined if the text names none. */
export function keyOf(text: string): string | undefined {
  const parts = text
    .trim()
    .replace(/^the /i, '')
    .replace(/ key$/i, '')
    .replace(/^(up|down|left|right) arrow$/i, 'arrow $1')
    .split(/\s*\+\s*/);
  const last = parts.pop() ?? '';
  const before = parts.map((part) => modifiers[part.toLowerCase()]);
  const key =
    keys[last.toLowerCase()] ??
    (/^F\d{1,2}$/i.test(last) || (/^\w$/.test(last) && parts.length > 0) ? last.toUpperCase() : undefined);
  if (key === undefined || before.includes(undefined)) return undefined;
  return [...before, before.includes('Shift') || key.length > 1 ? key : key.toLowerCase()].join('+');
}

/** The words of a text: letters and digits in lower case, plurals as singulars. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/['’](s|t|re|ve|ll)\b/g, '$1')
    .toLowerCase()
    .split(/[^\p{L}\p{N}$€£%]+/u)
    .flatMap((word) => (word === '' ? [] : [singular(word)]));
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The words that may name an element. */
export function namingWords(text: string): string[] {
  return wordsOf(text).filter((word) => !stopWords.has(word));
}

const actionVerbs = new Set(
  'click press tap hit push type enter put write input fill select choose pick set check tick mark uncheck untick deselect enable disable turn switch toggle open close go navigate visit browse return follow expand collapse submit show view use hover move upload attach scroll wait reload refresh log login sign search filter sort order arrange clear empty erase drag add insert leave give change update edit replace provide apply accept agree activate double-click right-click focus see get find expect verify check ensure confirm assert validate make save delete remove send read'.split(
    ' ',
  ),
);
const irregularForms: Readonly<Record<string, string>> = {
  chosen: 'choose',
  written: 'write',
  gone: 'go',
  given: 'give',
  left: 'leave',
  sent: 'send',
  ...{ put: 'put', hit: 'hit', set: 'set' },
};

/** @returns the base form of a verb that names an action, such as `click` for `clicked`; undefined for other words. */
export function baseVerb(word: string): string | undefined {
  const form = word.toLowerCase();
  const ends = [/^(.+)$/, /^(.+)s$/, /^(.+)es$/, /^(.+?)(.)\2?(?:ed|ing)$/, /^(.+)(?:ed|ing)$/];
  const bases = ends.flatMap((end) => {
    const [found, stem = '', last = ''] = end.exec(form) ?? [];
    return found === undefined ? [] : [stem + last, `${stem}${last}e`];
  });
  return (
    irregularForms[form] ??
    [form, ...bases, form.replace(/ie[sd]$/, 'y')].find((base) => actionVerbs.has(base))
  );
}
