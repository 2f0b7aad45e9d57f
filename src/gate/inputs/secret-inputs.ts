import { existsSync } from 'node:fs';
import { decodePercent } from '../../common/text.ts';
import { rawInputs, splitHeaderLine, splitLines, variableLine } from './input-values.ts';

/** Finds the secrets among the inputs. It runs before anything is checked or printed, so it never fails. */
export function secretInputs(env: NodeJS.ProcessEnv): {
  readonly secrets: readonly string[];
  readonly githubToken: string | undefined;
} {
  const raw = rawInputs(env);
  const keys = [raw['api-key'], raw['model-key'], raw['test-account-password'], raw['basic-auth-password']];
  const secrets = [
    ...keys.flatMap((value) => [value, value.trim()]),
    raw['github-token'],
    ...variableSecrets(raw.variables),
    ...otpKeySecrets(raw['test-account-otp-key']),
    ...headerSecrets(raw.headers),
    ...[raw.url, raw['base-url'], raw['wait-on']].flatMap(appUrlSecrets),
    ...endpointSecrets(raw['browser-endpoints']),
    ...proxySecrets(env),
    ...(raw.start === '' ? [] : appSecrets(env, raw.start)),
    // The runner sets it for uploading artifacts.
    env.ACTIONS_RUNTIME_TOKEN ?? '',
  ];
  return {
    secrets: [...new Set(secrets.filter((secret) => secret !== ''))],
    githubToken: raw['github-token'] === '' ? undefined : raw['github-token'],
  };
}

/** Whether a value of this name is kept out of everything that is printed or posted. */
function isSecretName(name: string): boolean {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_');
  return /passw|passphrase|secret|token|credential|(?:^|_)(?:pass|pwd|key|apikey|pin|otp)s?(?:_|\d|$)/i.test(
    words,
  );
}

function variableSecrets(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, name = '', value = ''] = variableLine.exec(line) ?? [];
    return isSecretName(name) ? [value, value.trim()] : [];
  });
}

/** The key as it is given, without its blanks, and by itself if it is part of an address. */
function otpKeySecrets(text: string): string[] {
  const inAddress = /[?&]secret=([^&]+)/i.exec(text)?.[1] ?? '';
  return [text, text.replace(/\s+/g, ''), inAddress];
}

/**
 * The values, also without a leading word such as `Bearer`; their parts after `=`, such as cookies, which a trace lists
 * separately; and the password of HTTP basic authentication.
 */
function headerSecrets(text: string): string[] {
  return splitLines(text).flatMap((line) => {
    const { value } = splitHeaderLine(line);
    const credentials = value.replace(/^\w+ +/, '');
    const parts = [...credentials.matchAll(/=\s*"?([^\s",;]+)/g)].map(([, part = '']) => part);
    const [, encoded = ''] = /^Basic +(\S+)$/i.exec(value) ?? [];
    const [, password = ''] = /^[^:]*:(.+)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    return [value, credentials, password, ...parts.filter(isLongSecret)];
  });
}

/** Shorter values in URLs and in the environment are words like `true`, `chrome` and `bearer`: redacting them would make logs unreadable. */
const minSecretLength = 12;
/** A value of letters and digits, such as `hunter22`, is no word. */
const minMixedLength = 8;

function isLongSecret(value: string): boolean {
  const isMixed = /[a-z]/i.test(value) && /\d/.test(value);
  return value.length >= (isMixed ? minMixedLength : minSecretLength);
}

const minPasswordLength = 8;
/** What examples have as passwords, and logs as words. */
const exampleWords = ['changeme', 'development', 'localhost', 'password', 'postgres', 'postgresql'];

/** Whether what a variable of this name has is a password, even if it is a word; unlike `TOKEN_TYPE` and `PASSWORD_POLICY`. */
function isPasswordName(name: string): boolean {
  return /(?:passwo?r?d|passphrase|secret|token|(?:^|_)(?:pass|pwd|key|apikey|pin))_?\d*$/i.test(name);
}

/** The secrets in the URL of the app: values of its query, such as the key to a protected preview. */
function appUrlSecrets(text: string): string[] {
  const url = URL.parse(text);
  if (url === null) return [];
  const query = url.search.slice(1);
  return [...(query.length >= minSecretLength ? [query] : []), ...querySecrets(url)];
}

/** The secrets in the URLs of browsers: queries, passwords, and long segments of paths. */
function endpointSecrets(text: string): string[] {
  return splitLines(text).flatMap((endpoint) => {
    const url = URL.parse(endpoint);
    if (url === null) return [endpoint];
    const { search, username, password, pathname } = url;
    const segments = pathname.split('/').filter((segment) => segment.length >= minSecretLength);
    return [search.slice(1), ...querySecrets(url), ...segments, ...[username, password].map(decodePercent)];
  });
}

/** The values of a query that have a secret name, or are long. */
function querySecrets({ searchParams }: URL): string[] {
  return [...searchParams].flatMap(([name, value]) =>
    isSecretName(name) || value.length >= minSecretLength ? [value] : [],
  );
}

/** What a command assigns, such as `API_KEY=…` and `--token=…`; not what the shell fills in. */
const assignment = /([A-Za-z_][\w-]*)=(?:"([^"$]*)"|'([^']*)'|([^\s"'$;&|]+))/g;

/**
 * The secrets of an app that is started, in its environment and its command: the command and its last lines, which may contain
 * them, are in what is posted. A word that a variable of another name has, too, is no secret, such as the name of a database.
 */
function appSecrets(env: NodeJS.ProcessEnv, command: string): string[] {
  const assigned = [...command.matchAll(assignment)].map(
    ([, name = '', ...values]) => [name.replaceAll('-', '_'), values.find(Boolean)] as const,
  );
  const all = [...Object.entries(env), ...assigned];
  const words = new Set([
    ...exampleWords,
    ...all.flatMap(([name, value = '']) => (isSecretName(name) ? [] : value.toLowerCase())),
  ]);
  const isPassword = (value: string) => value.length >= minPasswordLength && !words.has(value.toLowerCase());
  return all.flatMap(([name, value = '']) => {
    const url = /^[\w+.-]+:\/\//.test(value) ? URL.parse(value) : null;
    if (url !== null) {
      const { username, password } = url;
      const isSecret = (each: string) => isLongSecret(each) || (each !== username && isPassword(each));
      return [
        ...[password, decodePercent(password)].filter(isSecret),
        ...querySecrets(url).filter(isLongSecret),
      ];
    }
    const isSecret = isLongSecret(value) || (isPasswordName(name) && isPassword(value));
    // A name such as GOOGLE_APPLICATION_CREDENTIALS may be that of a file.
    return isSecretName(name) && isSecret && !existsSync(value) ? [value] : [];
  });
}

/** The passwords of the machine's proxies: a network error may contain their URLs. */
function proxySecrets(env: NodeJS.ProcessEnv): string[] {
  return ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) =>
    [env[name], env[name.toUpperCase()]].flatMap((address) => {
      const [, password = ''] = /^(?:[\w+.-]+:\/\/)?[^/@:]*:([^/]*)@/.exec(address ?? '') ?? [];
      return [password, decodePercent(password)];
    }),
  );
}
