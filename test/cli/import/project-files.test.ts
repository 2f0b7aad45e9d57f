import { expect, it } from 'vitest';
import { AppAddress } from '../../../src/cli/import/app-address.ts';
import { importText } from '../../../src/cli/import/import-files.ts';

/** Imports a spec of a project with other files. */
function importWith(files: Readonly<Record<string, string>>, file: string, text: string) {
  const address = new AppAddress(undefined);
  const project = {
    readFile: (path: string) => files[path],
    hasFile: (path: string) => Object.hasOwn(files, path),
  };
  return { address, ...importText(text, file, address, project) };
}

const spec = 'cypress/e2e/shop/cart.cy.ts';

it('reads the Cypress support file without counting its statements', () => {
  const { yaml, notImported, lines } = importWith(
    {
      'cypress/support/e2e.ts': `import './commands'; import 'plugin'; chai.use(1);
        beforeEach(() => { cy.visit('/'); });`,
      'cypress/support/commands.ts': `
        Cypress.Commands.add('item', (name: string) => cy.get(\`[data-item=\${name}]\`));
        Cypress.Commands.add('unused', () => { cy.task('nothing'); });
        Cypress.Commands.addAll({ prevSubject: true }, { pick(subject) { cy.wrap(subject).click(); } });
        Cypress.Commands.overwrite('visit', (original, path) => original(\`/shop\${path}\`));`,
    },
    spec,
    `it('x', () => { cy.item('mug').pick(); });`,
  );
  expect(yaml).toContain('entryPointUrlPath: /shop/');
  expect(yaml).toContain('"[data-item=mug]"');
  expect(notImported.map(({ file, line, reason }) => `${file}:${line} ${reason}`)).toEqual([
    'cypress/support/e2e.ts:1 chai is not defined in this file',
  ]);
  // Of the support files, what the test uses, and what is left out.
  expect(lines).toEqual({ all: 4, imported: 3 });
});

it('reads the configuration of Cypress, but for addresses and secrets', () => {
  const { yaml, address, variables, notImported } = importWith(
    {
      'cypress.config.ts': `import { defineConfig } from 'cypress';
        import plugin from 'plugin';
        plugin.start();
        export default defineConfig({
          env: { name: 'Ann', apiUrl: 'http://localhost:4000', apiToken: 'abc' },
          e2e: { baseUrl: 'http://localhost:3000', viewportWidth: 1280, setupNodeEvents(on) { on('task', {}); } },
        });`,
    },
    spec,
    `const isPhone = () => Cypress.config('viewportWidth') < 600;
     it('x', () => {
       cy.visit('http://localhost:3000/a');
       if (isPhone()) cy.get('menu').click();
       cy.get('b').type(Cypress.env('name')).type(Cypress.env('apiUrl')).type(Cypress.env('apiToken'));
       cy.url().should('eq', Cypress.config().baseUrl + '/a');
     });`,
  );
  expect(address.url).toBe('http://localhost:3000');
  expect(yaml).toContain('entryPointUrlPath: /a');
  expect(yaml).toContain('calledWith: Ann');
  expect(yaml).not.toMatch(/menu|4000|abc/);
  expect(variables).toEqual(['apiToken', 'apiUrl']);
  expect(notImported).toEqual([]);
});

it.each([
  [
    'paths',
    '{ // the project\n "compilerOptions": { "paths": { "@pages/*": ["./other/*", "./pages/*"], }, }, }',
    '@pages/cart',
  ],
  ['baseUrl', '{ "compilerOptions": { "baseUrl": "." } }', 'pages/cart'],
])('follows what tsconfig.json declares by %s', (_, config, source) => {
  const { yaml, notImported } = importWith(
    { 'e2e/tsconfig.json': config, 'e2e/pages/cart.ts': `export const open = (page) => page.goto('/cart');` },
    'e2e/specs/cart.spec.ts',
    `import { test } from '@playwright/test'; import { open } from '${source}';
     test('x', async ({ page }) => { await open(page); });`,
  );
  expect(yaml).toContain('action: GO_TO, calledWith: /cart');
  expect(notImported).toEqual([]);
});

it('makes passwords that code sends variables, and random values of a package', () => {
  const { yaml, variables } = importWith(
    {},
    spec,
    `import { faker } from '@faker-js/faker';
     it('x', () => {
       cy.request('POST', '/login', { user: 'ann', password: 'secret 1' });
       cy.get('#password').type('secret 1');
       cy.get('#password').invoke('val', 'secret 1');
       cy.get('b').type(faker.person.firstName()).type(faker.internet.email());
     });`,
  );
  expect(yaml).not.toContain('secret 1');
  expect(yaml).toContain('"password":"$PASSWORD"');
  expect(yaml).toContain('calledWith: $OCTO_STABLE_RANDOM_CHARACTERS');
  expect(yaml).toContain('text: a$OCTO_STABLE_RANDOM_CHARACTERS@example.com');
  expect(variables).toEqual(['PASSWORD']);
});

it('reads the tasks that the configuration of Cypress defines', () => {
  const { yaml, notImported } = importWith(
    {
      'cypress.config.js': `const { defineConfig } = require('cypress'); const { faker } = require('@faker-js/faker');
        const fs = require('fs');
        module.exports = defineConfig({ e2e: { setupNodeEvents(on, config) {
          on('task', {
            newItem: (kind) => ({ name: kind + ' ' + faker.lorem.word() }),
            seed() {\n fs.writeFileSync('a', 'b'); return null; },
          });
          on('before:run', () => {});
          return config;
        } } });`,
    },
    spec,
    `it('x', () => {
       cy.task('newItem', 'mug').then(({ name }) => { cy.get('b').type(name); });
       cy.task('seed');
       cy.task('other');
     });`,
  );
  expect(yaml).toContain('calledWith: mug $OCTO_STABLE_RANDOM_CHARACTERS');
  expect(notImported.map(({ file, line, reason }) => `${file}:${line} ${reason}`)).toEqual([
    'undefined:4 cy.task has no equivalent',
    'cypress.config.js:7 the value of writeFileSync is known only when the test runs',
  ]);
});

const config = `export default { projects: [
  { name: 'setup', use: { storageState: { cookies: [], origins: [] } } },
  { name: 'chromium', use: { storageState: '.auth/user.json' } },
] };`;

it('says that the configuration of Playwright signs in, unless a spec starts signed out or signs in itself', () => {
  const named = (text: string) =>
    importWith({ 'app/playwright.config.ts': config }, 'app/tests/cart.spec.ts', text).notImported.map(
      ({ file, line, reason }) => `${file}:${line} ${reason}`,
    );
  const test = `test('x', async ({ page }) => { await page.goto('/cart'); });`;
  const signedIn =
    'a test case begins signed out: set its dependencyId to the test case that signs in, of the type LOGIN';
  expect(named(test)).toEqual([`app/playwright.config.ts:3 ${signedIn}`]);
  expect(named(`test.use({ storageState: { cookies: [], origins: [] } });\n${test}`)).toEqual([]);
  expect(
    named(`test('x', async ({ page }) => { await page.goto('/');
      await page.context().storageState({ path: '.auth/user.json' }); });`),
  ).toEqual([
    'undefined:2 test cases that begin signed in name this one as their dependencyId: give it an id and the type LOGIN',
  ]);
});

it('takes the attribute of test IDs from the configuration of Playwright', () => {
  const { yaml, notImported } = importWith(
    { 'playwright.config.ts': `export default { use: { testIdAttribute: 'data-qa' } };` },
    'tests/cart.spec.ts',
    `test('x', async ({ page }) => { await page.getByTestId('cart').getByTestId('total').click();
       await page.getByTestId(/a/).click(); });`,
  );
  expect(yaml).toContain(`- { selectorType: CSS, selector: '[data-qa="cart"]' }`);
  expect(yaml).toContain(`- { selectorType: CSS, selector: '[data-qa="total"]' }`);
  expect(notImported.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: a pattern for data-qa has no equivalent',
  ]);
});

it('says that a fixture signs in, and reads the others', () => {
  const { yaml, notImported } = importWith(
    {},
    'a.spec.ts',
    `import { test as base } from '@playwright/test';
     const test = base.extend({ storageState: async ({}, use) => use('.auth/user.json'), path: '/cart' });
     test('x', async ({ page, path }) => { await page.goto(path); await page.locator('b').click(); });`,
  );
  expect(yaml).toContain('entryPointUrlPath: /cart');
  expect(notImported.map(({ line, reason }) => `${line}: ${reason.split(':')[0]}`)).toEqual([
    '2: a test case begins signed out',
  ]);
});

it('finds files to upload from the folder of the project, as the tools do', () => {
  const { yaml } = importWith(
    { 'app/cypress/fixtures/photo.png': '', 'other.png': '' },
    'app/cypress/e2e/cart.cy.ts',
    `it('x', () => { cy.visit('/'); cy.get('input').selectFile('cypress/fixtures/photo.png');
      cy.get('input').selectFile(['other.png', 'missing.png']); });`,
  );
  expect(yaml).toContain('{ file: app/cypress/fixtures/photo.png }');
  expect(yaml).toContain('{ file: [ other.png, missing.png ] }');
});

it('switches tests off that are skipped or expected to fail', () => {
  const { yaml, notImported } = importWith(
    {},
    'a.spec.ts',
    `test.fail('a', async ({ page }) => { await page.goto('/'); await page.locator('b').click(); });
     test('b', async ({ page, browserName }) => { test.fail(browserName === 'chromium', 'known');
       await page.goto('/'); await page.locator('b').click(); });
     test.skip('c', async ({ page }) => { await page.goto('/'); await page.locator('b').click(); });
     test('d', async ({ page, browserName }) => { test.fail(browserName === 'webkit');
       await page.goto('/'); await page.locator('b').click(); });`,
  );
  expect(notImported).toEqual([]);
  expect(yaml.match(/runStatus: OFF\n {2}description: \w/g)?.map((each) => each.at(-1))).toEqual([
    'a',
    'b',
    'c',
  ]);
});
