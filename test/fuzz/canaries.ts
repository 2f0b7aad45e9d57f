import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { unzipSync } from 'fflate';

/** Secrets that are found wherever they turn up; each is hard to redact in a way of its own. */
export const canaries = {
  apiKey: 'canary-api/Key+0123456789==',
  token: 'ghs_canaryTokenOfTheJob0123456789',
  regExp: 'canary$1.*+?^(a|b)[c]{2}\\d/',
  markup: `canary<b>"quoted"&'apos'</b>é😀`,
  longer: 'canary-prefix-and-the-rest',
  prefix: 'canary-prefix',
  account: 'canary Account pass: word',
  otpKey: 'CANARYOTPKEY234567',
  basicAuth: 'canary:basic auth%20\\"p',
  twoLines: 'canary-first-line\ncanary-second-line',
  header: 'canaryHeader0123456789abcdef',
  endpoint: 'canary-endpoint%20token/0123',
  proxy: 'canaryProxyPassw0rd',
} as const;

/** The ways in which a secret travels: plain, and in eight encodings. */
export function encodings(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const number = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return [
    secret,
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    json,
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
    Buffer.from(secret).toString('hex'),
    secret.replace(/[\s\S]/g, number),
    json.replace(/[^ -~]/g, number),
  ];
}

/** Everything below a folder by its path, names included; of archives their entries. */
export async function filesBelow(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    found.set(`name of ${name}`, name);
    if (!entry.isFile()) continue;
    const bytes = await readFile(path);
    found.set(name, bytes.toString('latin1') + bytes.toString());
    if (!name.endsWith('.zip')) continue;
    for (const [inside, content] of Object.entries(unzipSync(bytes)))
      found.set(`${name}/${inside}`, inside + Buffer.from(content).toString());
  }
  return found;
}

/** Where which of the secrets can be read. */
export function leaks(written: ReadonlyMap<string, string>, secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => [secret, ...secret.split('\n')]).flatMap(encodings);
  return [...written].flatMap(([where, text]) =>
    [...new Set(forms)]
      .filter((form) => text.includes(form))
      .map((form) => {
        const at = text.indexOf(form);
        return `${where}: ${JSON.stringify(text.slice(Math.max(at - 60, 0), at + form.length + 20))}`;
      }),
  );
}
