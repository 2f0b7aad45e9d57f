/// <reference types="cypress" />

const dataCy = (name) => `[data-cy="${name}"]`;
const categories = ['Shoes', 'Jackets', 'Tents'];

describe('Catalogue', () => {
  beforeEach(() => {
    cy.intercept('GET', '/api/products*').as('products');
    cy.visit('/catalogue.html');
    cy.wait('@products').its('response.statusCode').should('eq', 200);
  });

  it('lists the categories', () => {
    cy.get(dataCy('category')).should('have.length', categories.length);
    cy.get(dataCy('category')).each(($el, index) => {
      expect($el.text()).to.contain(categories[index]);
    });
    cy.get(dataCy('category')).first().should('have.class', 'active');
    cy.get(dataCy('category')).eq(1).should('not.have.class', 'active');
  });

  categories.forEach((category, i) => {
    it(`opens ${category}`, () => {
      cy.contains(dataCy('category'), category).click();
      cy.contains('h2', category).should('be.visible');
      cy.get(dataCy('category')).eq(i).should('have.class', 'active');
      cy.url().should('include', `#${category.toLowerCase()}`);
    });
  });

  it('adds products to the cart', () => {
    cy.get(dataCy('product'))
      .first()
      .within(() => {
        cy.get('h3').should('have.text', 'Trail Shoe');
        cy.get('.price').should('contain', '€89.90');
        cy.contains('button', 'Add to cart').should('be.enabled').click();
        cy.contains('button', 'Added').should('be.disabled');
      });
    cy.get(dataCy('cart-count')).should('have.text', '1');
    cy.get(dataCy('cart-count')).invoke('text').then(parseInt).should('be.gt', 0);
    cy.get(dataCy('cart-link')).should('have.attr', 'href', '#cart').click();
    cy.location('hash').should('eq', '#cart');
    cy.get(dataCy('cart')).find('li').should('have.length', 1).and('contain.text', 'Trail Shoe');
  });

  it('searches', () => {
    cy.get('input[type=search]').type('jacket{enter}');
    cy.get(dataCy('product')).should('have.length', 1);
    cy.get(dataCy('product')).should(($products) => {
      expect($products).to.have.length(1);
      expect($products.first()).to.contain('Rain Jacket');
    });
    cy.get('input[type=search]').clear().should('have.value', '');
    cy.get(dataCy('empty')).should('not.exist');
    cy.get('input[type=search]').type('zzz{enter}');
    cy.get(dataCy('empty')).should('be.visible').and('contain', 'No products');
    cy.get(dataCy('product')).should('not.exist');
  });

  it('remembers the product', () => {
    cy.get(dataCy('product'))
      .eq(1)
      .find('h3')
      .invoke('text')
      .then((title) => {
        cy.get(dataCy('product')).eq(1).find('a').click();
        cy.get('h1').should('have.text', title);
      });
    cy.get(dataCy('product')).eq(1).as('second');
    cy.get('@second').find('img').should('be.visible').and('have.attr', 'alt', 'Rain Jacket');
    cy.get('@second')
      .find('[data-cy=rating]')
      .should('have.attr', 'data-stars')
      .and('match', /^[1-5]$/);
  });
});
