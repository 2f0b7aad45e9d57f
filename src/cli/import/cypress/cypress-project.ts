import type { AppAddress } from '../app-address.ts';
import { optionsOf } from '../javascript/convert-value.ts';
import { hasVariables, textOf, variable } from '../javascript/texts.ts';
import { type Args, is, NotImported, noEquivalent, objectOf, type Value } from '../javascript/value.ts';
import { isSecretName } from '../secrets.ts';

/** A command that a project defines; `child`: it is called with what the command before it gives. */
export interface Command {
  readonly body: Value;
  readonly kind: 'parent' | 'child' | 'overwritten';
}

/** The commands that a call of `Cypress.Commands.add` or a similar method defines. @throws NotImported for other calls. */
export function definedCommands(path: string, [first, ...rest]: Args): [string, Command][] {
  const body = rest.at(-1);
  const options = rest.length > 1 ? optionsOf(rest[0], ['prevSubject']).get('prevSubject') : undefined;
  switch (path) {
    case 'Cypress.Commands.add': {
      const kind = options === undefined || options === false ? 'parent' : 'child';
      return [[textOf(first), { body, kind }]];
    }
    case 'Cypress.Commands.addAll': {
      const all = body ?? first;
      const kind = body === undefined ? 'parent' : 'child';
      if (is(all, 'object')) return [...all.fields].map(([name, each]) => [name, { body: each, kind }]);
      break;
    }
    case 'Cypress.Commands.overwrite':
      return [[textOf(first), { body, kind: 'overwritten' }]];
  }
  throw new NotImported(`${path} has no equivalent`);
}

/** The options of a project's configuration, and its `env` with what a spec adds. */
export class CypressSettings {
  readonly #address: AppAddress;
  #options: ReadonlyMap<string, Value> = new Map();
  readonly #env = new Map<string, Value>();

  constructor(address: AppAddress) {
    this.#address = address;
  }

  /** Takes the options of the configuration. */
  set(options: ReadonlyMap<string, Value>): void {
    this.#options = options;
    const [url, env] = [options.get('baseUrl'), options.get('env')];
    if (typeof url === 'string' && !hasVariables(url)) this.#address.set(url);
    if (is(env, 'object')) for (const [name, value] of env.fields) this.#env.set(name, value);
  }

  /** `Cypress.env`: a constant of the configuration, unless it is an address or a secret, which the run sets. */
  ofEnv([name, ...values]: Args): Value {
    if (name === undefined) return { ...objectOf(this.#env), isOpen: true };
    if (values.length > 0) {
      this.#env.set(textOf(name), values[0]);
      return undefined;
    }
    const known = this.#env.get(textOf(name));
    const { url } = this.#address;
    const isOther =
      typeof known === 'string' && /^https?:/.test(known) && (url === undefined || !known.startsWith(url));
    const isSetByRun = isSecretName(textOf(name)) || isOther;
    return known === undefined || isSetByRun ? variable(textOf(name)) : known;
  }

  /** `Cypress.config`. */
  option(args: Args): Value {
    const [name] = args;
    const baseUrl = this.#address.url ?? variable('BASE_URL');
    const size = { viewportWidth: 1000, viewportHeight: 660 };
    const all = new Map<string, Value>([...Object.entries(size), ...this.#options, ['baseUrl', baseUrl]]);
    if (name === undefined) return { ...objectOf(all), isOpen: true };
    if (args.length > 1 && /Timeout$/.test(textOf(name))) return undefined;
    if (args.length > 1 || !all.has(textOf(name))) throw noEquivalent('Cypress.config');
    return all.get(textOf(name));
  }
}
