import { describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import { openRunner } from '../../src/runner/open-runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startPages } from '../support/pages.ts';
import { by, clicks, containsText, css, entersText, sees } from '../support/steps.ts';
import { aPlan, passed, runPlan, runToFail, testMachine, whyNot } from '../support/test-runner.ts';

const hasValue = (calledWith: string, ...selectors: ExchangeElement['selectors']): ExchangeElement => ({
  selectors,
  assertion: { expectation: 'TO_HAVE_VALUE', calledWith },
});

const surroundings = await testMachine();

const reason = await whyNot('FIREFOX');

describe.runIf(reason === undefined)(`an installed Firefox (${reason ?? 'it is here'})`, () => {
  it('runs cases, on a phone and in frames of other sites too', async () => {
    await using pages = await startPages();
    await using other = await startPages();
    await using runner = openRunner(surroundings, { retries: 0 });
    await runner.prepare('FIREFOX');
    const clicked = '<button onclick="this.textContent = \'Clicked\'">Click</button>';
    const framed =
      other.url.replace('127.0.0.1', 'localhost') + other.add(`${clicked}<input aria-label="Name">`);
    const path = pages.add(
      `${clicked}<p></p><iframe src="${framed}"></iframe><script>document.querySelector('p').textContent = innerWidth + ' ' + navigator.userAgent</script>`,
    );
    const plain = aCase({
      elements: [
        goTo(path),
        clicks(css('button')),
        containsText('Clicked', css('button')),
        clicks(by('FRAME', 'iframe'), css('button')),
        containsText('Clicked', by('FRAME', 'iframe'), css('button')),
        entersText('Ann', by('FRAME', 'iframe'), css('input')),
      ],
    });
    expect(await runPlan(runner, aPlan(pages.url, [plain], { browser: 'FIREFOX' }))).toEqual([
      passed(plain.id),
    ]);
    const phone = aCase({ elements: [goTo(path), containsText('320 Mozilla/5.0 (Android', css('p'))] });
    const plan = aPlan(pages.url, [phone], { browser: 'FIREFOX', breakpoint: 'MOBILE' });
    expect(await runPlan(runner, plan)).toEqual([passed(phone.id)]);
    const written = pages.add(
      `<button onclick="document.querySelector('dialog').showModal()">Edit</button><dialog><input value="Old"></dialog>
      <iframe></iframe><script>frames[0].document.write('<input value="Old">'); frames[0].document.close()</script>`,
    );
    const fields = aCase({
      elements: [
        goTo(written),
        entersText('Ann', by('FRAME', 'iframe'), css('input')),
        hasValue('Ann', by('FRAME', 'iframe'), css('input')),
        clicks(css('button')),
        entersText('Bob', css('dialog input')),
        hasValue('Bob', css('dialog input')),
      ],
    });
    expect(await runPlan(runner, aPlan(pages.url, [fields], { browser: 'FIREFOX' }))).toEqual([
      passed(fields.id),
    ]);
    const failing = aCase({ elements: [goTo(path), sees(css('#never'))] });
    const outcome = await runToFail(runner, aPlan(pages.url, [failing], { browser: 'FIREFOX' }));
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
  });
});
