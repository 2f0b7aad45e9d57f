/// <reference types="cypress" />
import users from '../data/users.json';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Cypress {
    interface Chainable {
      login(username: string, password: string): Chainable<void>;
      getByCy(id: string): Chainable<JQuery<HTMLElement>>;
    }
  }
}

Cypress.Commands.add('login', (username, password) => {
  cy.session(
    [username, password],
    () => {
      cy.visit('/login');
      cy.get('input[name=username]').type(username);
      cy.get('input[name=password]').type(password, { log: false });
      cy.get('form').submit();
      cy.url().should('include', '/dashboard');
    },
    {
      validate() {
        cy.getCookie('sid').should('exist');
      },
    },
  );
});

Cypress.Commands.add('getByCy', (id) => cy.get(`[data-cy=${id}]`));

describe('Login', () => {
  const { username, password } = users.standard;

  it('logs in through the form', () => {
    cy.intercept('POST', '/api/login').as('loginRequest');
    cy.visit('/login');
    cy.get('input[name=username]').should('be.visible').and('have.value', '').type(username);
    cy.get('input[name=password]').type(`${password}{enter}`, { delay: 0 });
    cy.wait('@loginRequest').its('response.statusCode').should('eq', 200);
    cy.location('pathname').should('eq', '/dashboard');
    cy.contains('h1', /welcome, ann/i).should('be.visible');
  });

  users.invalid.forEach((user) => {
    it(`rejects ${user.title}`, () => {
      cy.visit('/login');
      if (user.username) {
        cy.get('input[name=username]').type(user.username);
      }
      cy.get('input[name=password]').type(user.password);
      cy.contains('button', 'Log in').click();
      cy.get('#flash').should('be.visible').and('contain.text', user.message);
      cy.url().should('not.include', 'dashboard');
    });
  });

  context('logged in', () => {
    beforeEach(() => {
      cy.login(username, password);
      cy.visit('/dashboard');
    });

    it('lists orders', () => {
      cy.get('table tbody tr').should('have.length', 2).first().within(() => {
        cy.get('td').eq(0).should('have.text', '1001');
        cy.get('td').eq(1).invoke('text').should('match', /^€\d+\.\d{2}$/);
      });
    });

    it('adds from the shop', () => {
      cy.get('nav').contains('Shop').click();
      cy.getByCy('add').should('have.length', 3).first().click();
      cy.get('#count').should('have.text', '1');
    });
  });
});
