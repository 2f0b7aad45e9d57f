import { faker } from '@faker-js/faker';

Cypress.Commands.add('getByData', (selector) => cy.get(`[data-test=${selector}]`));
Cypress.Commands.add('fillForm', (values) => {
  Object.entries(values).forEach(([name, value]) => {
    cy.getByData(name).clear().type(value);
  });
});

const user = {
  username: 'jane.doe',
  email: 'jane.doe@example.com',
  password: 's3cret-Pass',
};

describe('Sign-up', () => {
  before(() => {
    cy.clearCookies();
    cy.clearLocalStorage();
  });

  beforeEach(() => {
    cy.viewport(1280, 800);
    cy.visit('/signup.html');
  });

  it('creates an account', { tags: ['@smoke'] }, () => {
    cy.fillForm(user);
    cy.getByData('terms').check({ force: true });
    cy.getByData('submit').should('not.be.disabled').click();
    cy.getByData('welcome').should('be.visible').and('contain', `Welcome, ${user.username}`);
    cy.location('pathname').should('match', /signup/);
    cy.title().should('include', 'Sign-up');
    cy.log('account created');
  });

  it('shows the strength of the password', () => {
    const levels = { abc: 'weak', abcdefgh: 'medium', 'abcdefgh-1': 'strong' };
    Cypress._.forEach(levels, (level, password) => {
      cy.getByData('password').clear().type(password);
      cy.getByData('strength').should('have.text', level).and('have.class', `strength-${level}`);
    });
    cy.getByData('password').clear();
    cy.getByData('strength').should('not.be.visible');
  });

  it('rejects a short name', () => {
    cy.getByData('username').type('ab').blur();
    cy.get('.error').should('have.length', 1).first().should('have.text', 'At least 3 characters');
    cy.getByData('username').type('c').blur();
    cy.get('.error').should('not.exist');
    cy.getByData('username').should('have.value', 'abc').and('be.visible').and('not.be.disabled');
  });

  it('goes on typing', () => {
    cy.getByData('username').type('jane');
    cy.getByData('username').type('.doe').should('have.value', 'jane.doe');
  });

  it('uses a random name', () => {
    const name = faker.internet.userName();
    cy.getByData('username').type(name);
    cy.getByData('username').should('have.value', name);
    cy.getByData('preview').should('contain', '@');
  });

  it('submits with Enter', () => {
    cy.get('form').within(($form) => {
      cy.get('[data-test=username]').type(user.username);
      cy.get('[data-test=email]').type(user.email);
      cy.get('[data-test=password]').type(`${user.password}{enter}`, { log: false });
      cy.wrap($form).should('have.class', 'invalid');
    });
    cy.contains('Please accept the terms').should('be.visible');
    cy.get('[data-test=terms]').should('not.be.checked').and('be.focused');
    cy.get('body').should('not.contain', 'Welcome');
  });
});
