import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { click } from './click.ts';
import { enterText } from './enter-text.ts';
import { goTo } from './go-to.ts';
import type { StepScope } from './step-scope.ts';
import { toContainText } from './to-contain-text.ts';
import { visible } from './visible.ts';

/** A step that this runner can't play: that is the runner's fault, never the test's. */
export class UnsupportedStep extends Error {
  constructor(name: string) {
    super(
      `The embedded service can't run ${name} yet: it runs GO_TO, CLICK, ENTER_TEXT, VISIBLE and TO_CONTAIN_TEXT. Use those, or a hosted service (\`service-url\`).`,
    );
    this.name = 'UnsupportedStep';
  }
}

/** Plays one step. @throws what Playwright throws when it fails, or UnsupportedStep. */
export async function perform(element: ExchangeElement, scope: StepScope): Promise<void> {
  if (element.interaction != null) return interact(element.interaction, scope);
  if (element.assertion != null) return expectation(element.assertion, scope);
}

function interact(interaction: NonNullable<ExchangeElement['interaction']>, scope: StepScope): Promise<void> {
  switch (interaction.action) {
    case 'GO_TO':
      return goTo(scope, interaction.calledWith);
    case 'CLICK':
      return click(scope, interaction.calledWith);
    case 'ENTER_TEXT':
      return enterText(scope, interaction.calledWith);
    default:
      throw new UnsupportedStep(interaction.action);
  }
}

function expectation(assertion: NonNullable<ExchangeElement['assertion']>, scope: StepScope): Promise<void> {
  switch (assertion.expectation) {
    case 'VISIBLE':
      return visible(scope);
    case 'TO_CONTAIN_TEXT':
      return toContainText(scope, assertion.calledWith);
    default:
      throw new UnsupportedStep(assertion.expectation);
  }
}
