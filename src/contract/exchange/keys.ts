/** The keys with a name of several characters that KEY_PRESS takes: those of a US keyboard, as in Playwright. */
// biome-ignore format: one key a line would fill three screens.
export const keyNames: readonly string[] = [
  'Enter', 'Escape', 'Tab', 'Space', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown',
  'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ContextMenu', 'PrintScreen', 'Pause',
  'Shift', 'ShiftLeft', 'ShiftRight', 'Control', 'ControlLeft', 'ControlRight', 'ControlOrMeta',
  'Alt', 'AltLeft', 'AltRight', 'AltGraph', 'Meta', 'MetaLeft', 'MetaRight',
  'CapsLock', 'NumLock', 'ScrollLock',
  'Backquote', 'Minus', 'Equal', 'Backslash', 'BracketLeft', 'BracketRight', 'Semicolon', 'Quote', 'Comma',
  'Period', 'Slash',
  'NumpadDivide', 'NumpadMultiply', 'NumpadSubtract', 'NumpadAdd', 'NumpadDecimal', 'NumpadEnter',
  'AudioVolumeMute', 'AudioVolumeDown', 'AudioVolumeUp', 'MediaTrackNext', 'MediaTrackPrevious',
  'MediaPlayPause',
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
  ...Array.from('0123456789').flatMap((digit) => [`Digit${digit}`, `Numpad${digit}`]),
  ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `Key${letter}`),
];
const known = new Set(keyNames);

/** @returns the first key of a combination such as `Control+a` that does not exist; undefined if all exist. */
export function unknownKey(combination: string): string | undefined {
  return keysOf(combination).find((key) => !/^[ -~\n\r]$/.test(key) && !known.has(key));
}

/** A plus sign separates keys, unless it is a key itself, as in `Control++`. */
function keysOf(combination: string): string[] {
  const keys: string[] = [];
  let key = '';
  for (const character of combination) {
    if (character !== '+' || key === '') {
      key += character;
      continue;
    }
    keys.push(key);
    key = '';
  }
  return [...keys, key];
}
