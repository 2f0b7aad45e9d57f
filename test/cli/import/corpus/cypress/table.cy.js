describe('Dashboard', () => {
  it('lists the orders', () => {
    cy.visit('http://localhost:3000/dashboard');
    cy.get('tbody tr').should('have.length', 2);
    cy.get('tbody tr').eq(1).find('td').first().should('have.text', '1002');
    cy.get('table').contains('€18.50').should('exist');
    cy.get('td').each(($td) => {
      expect($td.text()).to.not.be.empty;
    });
    cy.get('#menu').should('have.attr', 'aria-expanded', 'false').click();
    cy.get('[role=menu]').should('be.visible');
    cy.contains('Log out').click();
    cy.get('#login').should('exist');
  });
});
