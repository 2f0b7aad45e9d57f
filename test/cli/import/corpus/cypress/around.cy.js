describe('Around', () => {
  const add = (title) => cy.get('.new-todo').type(`${title}{enter}`);

  beforeEach(() => {
    cy.visit('/todomvc');
    ['Buy milk', 'Feed the cat'].forEach(add);
  });

  it('completes an item by its view', () => {
    cy.contains('Buy milk').parent('.view').find('.toggle').check();
    cy.contains('Buy milk').parents('li').should('have.class', 'completed');
    cy.contains('Buy milk').siblings('.toggle').should('be.checked');
    cy.get('.todo-list li').first().nextAll().should('have.length', 1);
    cy.get('.todo-list li').first().next('li').should('contain', 'Feed');
  });

  it('stays at its address', () => {
    cy.get('.todo-list').children('li').should('have.length', 2);
    cy.url().should('eq', Cypress.config().baseUrl + '/todomvc');
    cy.url().should('include', `${Cypress.config('baseUrl')}/todo`);
  });
});
