import type { ExchangeSelector } from '../contract/exchange/selector.ts';
import type { ExchangeElement } from '../contract/exchange/test-case.ts';

/** Says in plain words what a step does, such as: click button “Pay”. */
export function stepInWords(element: ExchangeElement): string {
  const target = elementInWords(element.selectors);
  if (element.interaction != null) return interactionInWords(element.interaction, target);
  if (element.assertion != null) return assertionInWords(element.assertion, target);
  return 'do nothing';
}

function interactionInWords(
  interaction: NonNullable<ExchangeElement['interaction']>,
  target: string,
): string {
  switch (interaction.action) {
    case 'CLICK':
      return `${interaction.calledWith?.double === true ? 'double-click' : 'click'} ${target}`;
    case 'ENTER_TEXT':
      return `enter ${quoted(interaction.calledWith)} into ${target}`;
    case 'GO_TO':
      return `go to ${interaction.calledWith}`;
    default: {
      const action = interaction.action.toLowerCase().replaceAll('_', ' ');
      return target === '' ? action : `${action}: ${target}`;
    }
  }
}

function assertionInWords(assertion: NonNullable<ExchangeElement['assertion']>, target: string): string {
  switch (assertion.expectation) {
    case 'VISIBLE':
      return `expect ${target} to be visible`;
    case 'TO_CONTAIN_TEXT':
      return `expect ${target} to contain ${quoted(assertion.calledWith)}`;
    default:
      return `expect ${target} ${assertion.expectation.toLowerCase().replaceAll('_', ' ')}`;
  }
}

function elementInWords(selectors: readonly ExchangeSelector[]): string {
  return selectors.map(selectorInWords).join(', ');
}

function selectorInWords({ selectorType, selector, options }: ExchangeSelector): string {
  switch (selectorType) {
    case 'ROLE':
      return options?.name === undefined ? selector : `${selector} ${quoted(options.name)}`;
    case 'TEXT':
      return quoted(selector);
    case 'CSS':
      return selector;
    case 'FIRST':
    case 'LAST':
      return `the ${selectorType.toLowerCase()} one`;
    case 'NTH':
      return `number ${Number(selector) + 1}`;
    case 'FILTER':
      return [
        options?.hasText === undefined ? '' : `with ${quoted(options.hasText)}`,
        options?.hasNotText === undefined ? '' : `without ${quoted(options.hasNotText)}`,
      ]
        .filter((part) => part !== '')
        .join(' and ');
    default:
      return `${selectorType.toLowerCase().replaceAll('_', ' ')} ${quoted(selector)}`;
  }
}

function quoted(text: string): string {
  return `“${text}”`;
}
