const products = [
  { name: 'Blue mug', price: '€9' },
  { name: 'Red mug', price: '€7' },
];

describe('Products', () => {
  products.forEach(({ name, price }) => {
    it(`sells the ${name}`, () => {
      cy.visit('http://localhost:3000/shop');
      cy.contains('li', name).should('be.visible').contains('Add to cart').click();
      cy.contains('li', name).find('.price').should('have.text', price);
      cy.get('#count').should('have.text', '1');
    });
  });
});
