import { showInvisible } from '../markdown/markdown.ts';

/** XML from untrusted text: what XML has no form for is shown as its code point. */

export type XmlAttributes = Readonly<Record<string, string | number | undefined>>;

/**
 * An element, finished.
 * @param attributes those that are undefined are left out.
 * @param content finished XML.
 */
export function xmlElement(name: string, attributes: XmlAttributes, content = ''): string {
  const start = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${attributeText(String(value))}"`)
    .join('');
  return content === '' ? `<${name}${start}/>` : `<${name}${start}>${content}</${name}>`;
}

/** Text between tags. */
export function xmlText(text: string): string {
  return (
    showInvisible(text.replace(/\r\n?/g, '\n'))
      // The last two characters that XML forbids: they are no characters at all.
      .replace(/[\uFFFE\uFFFF]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
  );
}

/** A parser would make a space of each line break and tab. */
function attributeText(text: string): string {
  return xmlText(text).replace(/"/g, '&quot;').replace(/\n/g, '&#10;').replace(/\t/g, '&#9;');
}
