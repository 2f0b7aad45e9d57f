import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { ctrfJson } from '../../src/report/files/ctrf.ts';

const ajv = new Ajv({ allErrors: true, strict: false });
addFormats.default(ajv);
const published = join(dirname(createRequire(import.meta.url).resolve('ctrf')), 'ctrf-schema-0.0.json');
const isValid = ajv.compile(JSON.parse(await readFile(published, 'utf8')));

/** Validates a CTRF file against the published schema. @returns the violations; empty if it is valid. */
export function ctrfErrors(content: string): string[] {
  isValid(JSON.parse(content));
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The text of a CTRF file. */
export function ctrfText(results: Parameters<typeof ctrfJson>[0]): string {
  return [...ctrfJson(results)].join('');
}
