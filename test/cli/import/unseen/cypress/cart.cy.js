import cart from '../pages/cart.page';

describe('Cart', { tags: ['@cart', '@smoke'] }, () => {
  before(() => {
    cy.task('db:seed');
    cy.clearLocalStorage();
  });

  beforeEach(function () {
    cy.visit('/shop');
    cy.get('#products li').as('products');
    cy.fixture('example').as('customer');
  });

  afterEach(() => {
    cy.screenshot();
  });

  it('is empty at first', () => {
    cart.visit();
    cart.elements.items().should('not.exist');
    cart.elements.total().should('have.text', '€0');
    cart.elements.checkout().should('be.disabled');
  });

  it('adds products', () => {
    cy.get('@products').contains('li', 'Blue mug').find('button').click();
    cy.get('@products').filter(':contains("Red mug")').find('button').click().click();
    cy.get('[data-testid=cart-count]').should('contain', 3);
    cy.get('[data-testid="cart-link"]').click();
    cart.elements.items().should('have.length', 3).each(($item) => {
      cy.wrap($item).should('contain.text', 'mug');
    });
    cart.elements.items().eq(1).find('em').should('have.text', '€7');
  });

  it('applies a voucher', () => {
    cy.get('@products').first().find('button').click();
    cart.visit().applyVoucher('MUGS10');
    cy.get('#discount').should('have.text', 'Voucher applied');
    cart.elements.total().then(($total) => {
      expect($total.text()).to.equal('€8');
    });
    cart.elements.total().invoke('text').then((text) => {
      const amount = parseFloat(text.replace('€', ''));
      expect(amount).to.be.lessThan(9);
    });
    cart.elements.checkout().should('not.be.disabled').click();
    cy.location().should((location) => {
      expect(location.pathname).to.eq('/thanks');
      expect(location.search).to.eq('?order=1003');
    });
    cy.get('h1').should('have.text', 'Thank you').and('be.visible');
  });

  it('searches', function () {
    cy.get('input[type=search]').type('bowl');
    cy.get('#products li').should('have.length', 1).and('contain', 'Green bowl');
    cy.get('input[type=search]').clear();
    cy.get('#products li').its('length').should('be.gt', 2);
    cy.get('#sort').select('Price, low to high').should('have.value', 'price');
    cy.get('#products li h3').first().should('have.text', 'Red mug');
    cy.get('#products').children().last().should('include.text', 'bowl');
  });
});
