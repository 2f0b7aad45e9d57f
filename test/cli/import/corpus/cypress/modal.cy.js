it('closes the newsletter dialog', () => {
  cy.visit('http://localhost:3000/widgets');
  cy.get('dialog').should('not.be.visible');
  cy.get('#open').click();
  cy.get('dialog')
    .should('be.visible')
    .within(() => {
      cy.contains('Join us');
      cy.get('button').click();
    });
  cy.get('dialog').should('not.be.visible');
  cy.reload();
  cy.get('h1').should('have.text', 'Widgets');
});
