/// <reference types="cypress" />

describe('Shop', () => {
  beforeEach(() => {
    cy.viewport(1280, 720);
    cy.visit('http://localhost:3000/shop');
    cy.get('#products').as('products');
  });

  it('lists the products', () => {
    cy.get('@products').find('li').should('have.length', 3).and('be.visible');
    cy.get('@products').children().first().should('contain', 'Blue mug');
    cy.get('@products').contains('h3', 'Red mug').should('exist');
    cy.get('.product').its('length').should('eq', 3);
    cy.get('.product').should('have.length.greaterThan', 1);
  });

  it('adds to the cart', () => {
    cy.contains('.product', 'Red mug').within(() => {
      cy.get('.price').should('have.text', '€7');
      cy.get('[data-cy=add]').click();
    });
    cy.get('[data-cy="add"]').first().click();
    cy.get('[data-testid=cart-count]').should('have.text', '2').and('not.have.text', '3');
    cy.get('[data-testid="cart-link"]').click();
    cy.url().should('include', '/cart');
    cy.location('pathname').should('eq', '/cart');
    cy.get('.cart-items li').eq(0).should('contain.text', 'Red mug').find('em').should('have.text', '€7');
    cy.get('.cart-items').children('li').should('have.length', 2);
    cy.get('[data-testid=total]').invoke('text').should('eq', '€16');
    cy.get('#voucher').type('MUGS10');
    cy.get('#apply').click();
    cy.get('#discount').should('be.visible').should('have.text', 'Voucher applied');
    cy.get('[data-testid=total]').should(($total) => {
      expect($total).to.have.text('€15');
    });
    cy.get('#checkout').should('not.be.disabled').click();
    cy.title().should('eq', 'Thank you');
  });

  it('searches', () => {
    cy.get('input[type=search]').type('bowl{enter}').should('have.value', 'bowl');
    cy.get('.product').should('have.length', 1).first().should('contain', 'Green bowl');
    cy.get('input[type=search]').clear();
    cy.get('.product').should('have.length', 3);
    cy.get('.product').each(($item) => {
      cy.wrap($item).find('button').should('be.enabled');
    });
  });

  ['name', 'price'].forEach((order) => {
    it(`sorts by ${order}`, () => {
      cy.get('#sort').select(order).should('have.value', order);
    });
  });
});
