import { leadingVariable, rawText, textOf } from './javascript/texts.ts';
import { NotImported, type Value } from './javascript/value.ts';

/** Variables with the address of another server than the one that the app is opened from. */
const ofOtherServer = /API|AUTH|BACKEND|MAIL/i;

/** The address of the app in the files of an import: addresses below it become paths below the URL under test. */
export class AppAddress {
  #url: string | undefined;
  readonly #isFixed: boolean;

  /** @param options `isFixed`: files cannot say otherwise. */
  constructor(url: string | undefined, { isFixed = url !== undefined } = {}) {
    this.#url = url?.replace(/\/+$/, '');
    this.#isFixed = isFixed;
  }

  /** Where the app was in the file; undefined if the file has paths only. */
  get url(): string | undefined {
    return this.#url;
  }

  /** Takes the file's own setting. */
  set(url: string): void {
    if (!this.#isFixed) this.#url = url.replace(/\/+$/, '');
  }

  /** An address that the test opens. The first one says where the app is, if nothing else does. */
  opened(value: Value): string {
    const text = this.path(value);
    const url = URL.parse(text);
    if (this.#isFixed || this.#url !== undefined || url === null || !/^https?:$/.test(url.protocol))
      return text;
    // Credentials are not part of the origin.
    this.#url = url.origin;
    return text.slice(text.indexOf(url.host) + url.host.length);
  }

  /** An address, without that of the app or a variable for it. */
  path(value: Value): string {
    const first = leadingVariable(rawText(value));
    const isOfApp = /URL|HOST|ORIGIN/i.test(first?.name ?? '') && !ofOtherServer.test(first?.name ?? '');
    if (!this.#isFixed && first !== undefined && isOfApp) return textOf(first.rest);
    const text = textOf(value);
    const below = this.#url !== undefined && text.startsWith(this.#url) ? text.slice(this.#url.length) : text;
    return below === '' || /^[/?#]/.test(below) ? below : text;
  }

  /** The path of a request for the app itself. @throws NotImported for another address. */
  below(value: Value): string {
    const path = this.path(value);
    const isOther = /^\w+:/.test(path) || path.startsWith('$');
    if (isOther) throw new NotImported('only requests for the app itself have an equivalent');
    return path.replace(/^(?!\/)/, '/');
  }
}
