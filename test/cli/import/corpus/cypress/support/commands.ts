Cypress.Commands.add('getByCy', (name, ...options) => {
  return cy.get(`[data-cy=${name}]`, ...options);
});

Cypress.Commands.add('openPage', (path: string) => {
  const log = Cypress.log({ name: 'openPage', message: path, autoEnd: false });
  cy.visit(`http://localhost:3000${path}`).then(() => log.snapshot('opened'));
  cy.get('h1').should('exist');
  log.end();
});

Cypress.Commands.add('price', { prevSubject: 'element' }, (subject, text) => {
  cy.wrap(subject).find('.price').should('have.text', text);
});

Cypress.Commands.overwrite('clear', (original, subject, options) => {
  original(subject, { force: true, ...options });
  return cy.wrap(subject).should('have.value', '');
});
