import { javaScriptBody } from '../../../src/common/strip-types.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { patternSource } from '../../../src/contract/exchange/pattern.ts';
import { type ExchangeSelector, optionsOf } from '../../../src/contract/exchange/selector.ts';
import { sourcePieces, textPieces } from '../../../src/runner/variables/variable-text.ts';
import { locatorMethods } from '../../../src/service/locator-line/print-locator.ts';

/** They have no element: selectors do nothing there. */
const pageSteps = new Set([
  'GO_TO',
  'JAVASCRIPT',
  'CLOSE_PAGE',
  'SWITCH_PAGE',
  'WAIT_FOR',
  'ACCEPT_DIALOG',
  'DISMISS_DIALOG',
  'RESPONSE_OK',
  'TO_HAVE_URL',
  'TO_HAVE_TITLE',
]);

/**
 * A step in the one way to write it that all ways with the same meaning have: without defaults, options that do not belong
 * to their selector, and types in code. Texts are their pieces.
 */
export function canonicalStep({
  selectors,
  interaction,
  assertion,
  ignoreFailure,
}: ExchangeElement): unknown {
  const isOfPage = pageSteps.has(interaction?.action ?? assertion?.expectation ?? '');
  return {
    selectors: isOfPage ? [] : selectors.map(canonicalSelector),
    ...(interaction == null ? {} : { interaction: canonicalInteraction(interaction) }),
    ...(assertion == null ? {} : { assertion: canonicalAssertion(assertion) }),
    ...(ignoreFailure === true ? { ignoreFailure } : {}),
  };
}

function canonicalAssertion(assertion: NonNullable<ExchangeElement['assertion']>): unknown {
  // Both expect that nothing visible is found, and have the same code.
  if (assertion.expectation === 'TO_HAVE_COUNT' && assertion.calledWith === 0) {
    return { expectation: 'NOT_VISIBLE', calledWith: null };
  }
  return { expectation: assertion.expectation, calledWith: canonicalTexts(assertion.calledWith ?? null) };
}

function canonicalSelector({ selectorType, selector, options }: ExchangeSelector): unknown {
  const { takes } = locatorMethods[selectorType];
  const given = optionsOf[selectorType].flatMap((name) =>
    options?.[name] === undefined ? [] : [[name, options[name]]],
  );
  const value =
    takes === 'options only'
      ? ''
      : takes === 'index'
        ? String(BigInt(selector))
        : takes === 'role'
          ? selector.toLowerCase()
          : selector;
  return {
    selectorType,
    selector: canonicalTexts(value),
    options: canonicalTexts(Object.fromEntries(given)),
  };
}

function canonicalInteraction(interaction: Interaction): unknown {
  return { action: interaction.action, calledWith: canonicalArgument(interaction) };
}

function canonicalArgument(interaction: Interaction): unknown {
  switch (interaction.action) {
    case 'CLICK': {
      const { button = 'left', double = false, force = false } = interaction.calledWith ?? {};
      return { button, double, force };
    }
    case 'TYPE_TEXT':
      return canonicalTexts({ delay: 10, ...interaction.calledWith });
    case 'UPLOAD':
      return typeof interaction.calledWith === 'string'
        ? canonicalTexts(interaction.calledWith)
        : { file: [interaction.calledWith.file].flat() };
    case 'DRAG_AND_DROP': {
      const { selectors, options } = interaction.calledWith;
      const { targetPosition, angularWorkaround = false } = options ?? {};
      return { selectors: selectors.map(canonicalSelector), targetPosition, angularWorkaround };
    }
    case 'EXTRACT':
      return canonicalTexts({
        ...interaction.calledWith,
        variableName: interaction.calledWith.variableName.replace(/^\$+/, ''),
      });
    case 'WAIT_FOR': {
      const given = interaction.calledWith ?? { type: 'load' };
      if (given.type === 'fixedTime') return { timeMilliseconds: 1000, ...given };
      return given.type === 'code' ? canonicalCode(given.code ?? '') : given;
    }
    case 'JAVASCRIPT':
      return canonicalCode(interaction.calledWith.code);
    case 'SCROLL':
    case 'ACCEPT_DIALOG':
    case 'DISMISS_DIALOG':
      return canonicalTexts(interaction.calledWith ?? {});
    default:
      return canonicalTexts(interaction.calledWith ?? null);
  }
}

function canonicalCode(code: string): string {
  try {
    return javaScriptBody(code).code;
  } catch {
    return code;
  }
}

function canonicalTexts(value: unknown): unknown {
  if (typeof value === 'string') {
    const source = patternSource(value);
    return source === undefined ? textPieces(value) : { pattern: sourcePieces(source) };
  }
  if (Array.isArray(value)) return value.map(canonicalTexts);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, canonicalTexts(each)]));
}
