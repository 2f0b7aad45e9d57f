import { messageOf } from '../common/errors.ts';
import { nearMisses } from '../common/near-misses.ts';
import { javaScriptBody } from '../common/strip-types.ts';
import { isAbsoluteUrl, webUrlOf } from '../contract/exchange/address.ts';
import {
  type ExchangeElement,
  type ExchangeTestCase,
  isEmptyCode,
  isUncalledFunction,
  startsAtEntryPoint,
  stepKind,
} from '../contract/exchange/exchange-test-case.ts';
import {
  type CalledWith,
  dynamicNameOf,
  maxFixedWaitMs,
  namesOfVariables,
} from '../contract/exchange/interaction.ts';
import { keyNames, unknownKey } from '../contract/exchange/keys.ts';
import { patternSource } from '../contract/exchange/pattern.ts';
import { hasVariables, matchesAnything } from './check-pattern.ts';
import type { Finding } from './problem.ts';

/** An argument that means something else, or does not check what it seems to. @returns its part and what to do. */
export function wrongArgument({ interaction }: ExchangeElement): Finding[] {
  switch (interaction?.action) {
    case 'JAVASCRIPT': {
      const message = uselessCode(interaction.calledWith.code);
      return message === undefined ? [] : [{ path: ['code'], message }];
    }
    case 'WAIT_FOR':
      return wrongWait(interaction.calledWith);
    case 'KEY_PRESS': {
      const message = wrongKey(interaction.calledWith);
      return message === undefined ? [] : [{ path: [], message }];
    }
    case 'EXTRACT': {
      const { variableName } = interaction.calledWith;
      if (dynamicNameOf(variableName) !== undefined) return [];
      const message = `variableName: ${JSON.stringify(variableName)} is not a valid variable name: ${namesOfVariables}`;
      return [{ path: ['variableName'], message }];
    }
    case 'ACCEPT_DIALOG':
    case 'DISMISS_DIALOG': {
      const text = interaction.calledWith?.messageContaining;
      if (text === undefined || !matchesAnything(text)) return [];
      const message = 'messageContaining: every message contains this text. Write the text, or leave it out';
      return [{ path: ['messageContaining'], message }];
    }
    default:
      return [];
  }
}

function wrongWait(awaited: CalledWith<'WAIT_FOR'>): Finding[] {
  if (awaited?.type === 'code') {
    const { code = '' } = awaited;
    const message = isEmptyCode(code)
      ? 'code: WAIT_FOR with the type code has nothing to run. Write the code'
      : brokenCode(code);
    return message === undefined ? [] : [{ path: ['code'], message }];
  }
  if (awaited?.type !== 'fixedTime' || (awaited.timeMilliseconds ?? 0) <= maxFixedWaitMs) return [];
  return [{ path: ['timeMilliseconds'], message: `timeMilliseconds: must be at most ${maxFixedWaitMs}` }];
}

/** A key with variables is not judged. */
function wrongKey(combination: string): string | undefined {
  const key = hasVariables(combination) ? undefined : unknownKey(combination);
  if (key === undefined) return undefined;
  const like = nearMisses(key, keyNames);
  const advice =
    like.length > 0 ? `Did you mean ${like.join(' or ')}?` : 'Use a name such as Enter, Tab or Control+a';
  return `KEY_PRESS: there is no key ${JSON.stringify(key)}. ${advice}`;
}

const withAddress: ReadonlySet<string> = new Set(['GO_TO', 'UPLOAD', 'RESPONSE_OK', 'TO_HAVE_URL']);

/** An address that is neither an http or https URL nor a path below the URL under test. */
export function wrongAddress(element: ExchangeElement): Finding[] {
  const { interaction, assertion } = element;
  const kind = stepKind(element);
  const address = interaction == null ? assertion?.calledWith : interaction.calledWith;
  if (!withAddress.has(kind) || typeof address !== 'string' || isOpenable(address.trim())) return [];
  if (kind === 'TO_HAVE_URL' && isPattern(address)) return [];
  const path = [interaction == null ? 'assertion' : 'interaction', 'calledWith'];
  return [{ path, message: `${kind}: ${adviceOnAddress(kind, address)}` }];
}

/** Finds an entry point that cannot be opened. That of a test case that only runs as a teardown never is. */
export function checkEntryPoint(testCase: ExchangeTestCase): Finding[] {
  const { entryPointUrlPath: address = '', runStatus } = testCase;
  if (runStatus === 'OFF' || !startsAtEntryPoint(testCase) || isOpenable(address.trim())) return [];
  const message = `entryPointUrlPath: ${adviceOnAddress('entryPointUrlPath', address)}`;
  return [{ path: ['entryPointUrlPath'], message }];
}

function isPattern(text: string): boolean {
  return patternSource(text) !== undefined;
}

function isOpenable(address: string): boolean {
  if (!isAbsoluteUrl(address)) return !isPattern(address);
  return hasVariables(address) ? /^https?:/i.test(address) : webUrlOf(address) !== undefined;
}

function adviceOnAddress(kind: string, address: string): string {
  if (kind === 'UPLOAD') return 'for a file of the repository, write calledWith: {file: path}';
  if (isPattern(address))
    return 'a pattern cannot be opened. Write a URL, or a path below the URL under test';
  const hasPort = /^[\w.-]+:\d/.test(address);
  const advice = hasPort ? `Write http://${address}` : 'Write one, or a path below the URL under test';
  return `${JSON.stringify(address)} is not an http or https URL. ${advice}`;
}

/** Why code cannot be parsed. Variables in it are replaced only afterwards. */
function brokenCode(code: string): string | undefined {
  try {
    javaScriptBody(code);
    return undefined;
  } catch (error) {
    return `code: ${messageOf(error)}`;
  }
}

function uselessCode(code: string): string | undefined {
  if (isEmptyCode(code)) return 'code: JAVASCRIPT has nothing to run. Write the code, or remove the step';
  return isUncalledFunction(code)
    ? 'code: JAVASCRIPT begins with a function that nothing calls. Write only what is inside of it'
    : brokenCode(code);
}
