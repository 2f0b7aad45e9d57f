describe('Shop', () => {
  beforeEach(() => {
    cy.visit('http://localhost:3000/shop');
    cy.get('#products').as('list');
  });

  it('adds to the cart', () => {
    cy.get('@list')
      .contains('li', 'Blue mug')
      .within(() => {
        cy.get('.price').should('have.text', '€9');
        cy.get('[data-cy=add]').click();
      });
    cy.get('[data-testid="cart-count"]').should('have.text', '1');
    cy.get('[data-testid="cart-link"]').click();
    cy.url().should('eq', 'http://localhost:3000/cart');
    cy.get('.cart-items').should('contain', 'Blue mug');
    cy.get('#checkout').click();
    cy.contains('h1', 'Thank you').should('be.visible');
    cy.go('back');
    cy.title().should('eq', 'Your cart');
  });

  it('searches', () => {
    cy.intercept('GET', '/api/products').as('products');
    cy.get('[type=search]').type('bowl');
    cy.get('@list').find('li').should('have.length', 1);
    cy.get('@list')
      .find('li')
      .should(($li) => {
        expect($li).to.contain('Green bowl');
      });
    cy.get('li:contains("Green bowl")').should('be.visible');
    cy.get('li').eq(0).should('have.class', 'product').and('not.contain', 'Red mug');
  });

  it.skip('pays by card', () => {
    cy.get('#card').type('4242');
  });
});
