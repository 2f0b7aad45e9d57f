describe('Contact form', () => {
  const fillIn = (name) => {
    cy.get('input[name="name"]').type(name);
    cy.get('input[name="email"]').type(Cypress.env('EMAIL'));
    cy.get('select[name="topic"]').select('other');
    cy.get('[value="phone"]').check();
  };

  it('sends a message', () => {
    cy.visit('http://localhost:3000/');
    cy.contains('a', 'Contact').click();
    fillIn('Bob');
    cy.get('[name="terms"]').click();
    cy.get('form').submit();
    cy.get('button[type="submit"]').click();
    cy.get('#sent').should('contain.text', 'Thanks Bob').and('not.contain.text', 'undefined');
  });
});
