import './commands';

Cypress.on('uncaught:exception', () => false);
