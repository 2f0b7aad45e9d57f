describe('Mug shop with commands', () => {
  beforeEach(() => {
    cy.intercept('GET', '/api/products*').as('products').intercept('/api/health').as('health').openPage('/shop');
  });

  it('adds a mug by its price', () => {
    cy.contains('li', 'Red mug').price('€7');
    cy.contains('li', 'Red mug').getByCy('add').should('have.length', 3).first().click();
    cy.get('#count').should('have.text', 1);
    cy.get('[data-testid=cart-link]').click();
    cy.url().should('include', '/');
    cy.location('pathname').should('equal', '/cart');
    cy.window().its('sessionStorage').invoke('getItem', 'cart').should('contain', 'Blue mug');
  });

  it('keeps the cart in the storage of the page', () => {
    cy.window().then((win) => {
      win.sessionStorage.setItem('cart', JSON.stringify([['Green bowl', 12]]));
    });
    cy.reload();
    cy.get('#count').should(($count) => {
      expect($count).to.have.text('1');
      expect(sessionStorage.getItem('cart')).to.include('Green bowl');
      expect(localStorage.getItem('cart')).to.be.null;
    });
    cy.clearAllSessionStorage();
    cy.document().its('title').should('eq', 'Shop');
    cy.reload();
    cy.get('#count').should('have.text', '0');
  });

  it('searches and clears the field', () => {
    const email = `ann-${new Date().getTime()}@example.com`;
    cy.get('[type=search]').type('bowl').should('have.value', 'bowl');
    cy.get('#products li').should('have.length', '1');
    cy.get('[type=search]').clear();
    cy.get('#products li').should('have.length', 3).and('match', '.card').and('have.descendants', 'h3');
    cy.get('[type=search]').type('bowl{ctrl}a').type('{backspace}').should('have.value', '');
    cy.openPage('/forms');
    cy.get('[name=email]').type(email).should('have.value', email);
  });

  it('deletes the account', () => {
    cy.openPage('/widgets');
    cy.get('#delete').click();
    cy.on('window:confirm', () => true);
    cy.get('#result').should('have.text', 'Deleted');
  });

  it('pays in its frame', () => {
    cy.openPage('/widgets');
    cy.get('#pay').its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find('button').click();
    cy.get('#pay').its('0.contentDocument.body').contains('p', 'Paid');
  });

  it('is healthy', () => {
    cy.request({ url: '/api/health', method: 'POST', body: { check: 'all' } }).then((response) => {
      expect(response.status, 'the status').to.eq(200);
      expect(response.body).to.have.property('ok', true);
      cy.openPage('/dashboard');
      cy.get('td').first().should('have.text', '1001');
    });
    cy.request('/api/health').its('body.ok').should('eq', true);
  });
});
