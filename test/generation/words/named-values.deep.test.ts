import { describe, expect } from 'vitest';
import { it, openWordRunner } from './word-runner.ts';

const player = openWordRunner();

const page = `<label>Filter by name <input></label><label>To <input value="Lisbon"></label>
  <label>Country <select><option>France</option><option>Spain</option></select></label>
  <button>New folder</button><button>New</button>
  <dl><dt>Total net</dt><dd>€26.00</dd><dt>Total <b>gross</b></dt><dd>€30.00</dd><dt>Fee</dt><dd>€1.00</dd></dl>
  <dl><dt>Fee</dt><dd>€2.00</dd><dt>Sum in $USD</dt><dd>40.50</dd></dl>`;

const runText = (text: string) => player.runText(page, text);

describe('what names a field, a term or a button is not taken for something else', () => {
  const role = (selector: string, name: string) => [{ selectorType: 'ROLE', selector, options: { name } }];
  const definitionOf = (term: string) => [
    { selectorType: 'CSS', selector: `xpath=//dt[normalize-space()="${term}"]/following-sibling::*[1]` },
  ];
  it.each([
    ['Filter by Ada', role('textbox', 'Filter by name'), 'Ada'],
    ['The To field should contain Lisbon', role('textbox', 'To'), 'Lisbon'],
    ['The total gross is €30.00', definitionOf('Total gross'), '€30.00'],
    ['Total net should equal "€26.00"', definitionOf('Total net'), '€26.00'],
    ['The sum in $USD is "40.50"', definitionOf('Sum in \\$USD'), expect.stringContaining('40')],
    ['Create a new folder', role('button', 'New folder'), undefined],
  ])('%s', async (text, selectors, calledWith) => {
    const { elements, problem } = await runText(text);
    expect(problem).toBeUndefined();
    expect(elements).toMatchObject([{ selectors }]);
    expect((elements[0]?.interaction ?? elements[0]?.assertion)?.calledWith).toEqual(calledWith);
  });

  it.each([
    'Filter by name Ada',
    'Filter by country Italy',
    'The total is €26.00',
    'The total gross is €26.00',
    'The fee is €1.00',
    'Create a new customer',
    'Create a new folder called Reports',
  ])('%s is refused', async (text) => {
    const { elements, problem } = await runText(text);
    expect(elements).toEqual([]);
    expect(problem).toContain(text);
  });
});
