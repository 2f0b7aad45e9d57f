import { users } from '../fixtures/users';

const login = (name: string, password: string) => {
  cy.visit('/login');
  cy.get('input[name=username]').clear();
  cy.get('input[name=username]').type(name);
  cy.get('input[name=password]').type(`${password}{enter}`, { log: false });
};

describe('Log in', { baseUrl: 'http://localhost:3000' }, () => {
  context('with the right password', () => {
    beforeEach(function () {
      login('ann', 'correct horse');
    });

    it('shows the dashboard', () => {
      cy.url().should('eq', 'http://localhost:3000/dashboard?user=ann');
      cy.get('h1').should('be.visible').and('contain', 'Welcome, Ann').and('have.class', 'page-title');
      cy.contains('button', 'Account').should('have.attr', 'aria-expanded', 'false').click();
      cy.contains('button', 'Account').should('have.attr', 'aria-expanded').and('eq', 'true');
      cy.get('[role=menu]').should('be.visible').contains('Log out').click();
      cy.location().should((location) => {
        expect(location.pathname).to.eq('/login');
      });
    });

    it('lists the orders', () => {
      cy.get('table').as('orders');
      cy.get('@orders').find('tbody > tr').as('rows').should('have.length', 2);
      cy.get('@rows').eq(1).within(() => {
        cy.get('td').first().should('have.text', '1002');
        cy.get('td').last().should('have.text', '€18.50');
      });
      cy.get('@rows').last().children().first().next().should('contain', '18.50');
      cy.get('@rows').first().siblings().should('have.length', 1);
    });
  });

  it('needs a username', () => {
    cy.visit('/login');
    cy.get('#login').within(($form) => {
      cy.get('button[type=submit]').click();
    });
    cy.get('#flash').should('be.visible').and('have.text', 'Username is required');
    cy.focused().should('have.attr', 'name', 'username');
    cy.get('[role=alert]').should('not.be.empty');
  });

  it('refuses a wrong password', () => {
    cy.visit('/login');
    cy.get('[name=username]').focus().type('ann').blur();
    cy.get('[name=password]').type('wrong');
    cy.get('form').submit();
    cy.contains('Invalid username or password').should('be.visible');
    cy.contains(/invalid/i);
    cy.get('.page-title').should('not.exist');
  });

  it('logs in everyone', () => {
    cy.wrap(users).each((user) => {
      login(user.name, user.password);
    });
  });
});
