describe('Widgets', { tags: '@ui' }, () => {
  beforeEach(() => {
    cy.visit('http://localhost:3000/widgets');
    cy.viewport(1000, 700);
  });

  it('switches tabs', () => {
    cy.contains('[role=tab]', 'Reviews').click().should('have.attr', 'aria-selected', 'true');
    cy.get('[role=tabpanel]').should('have.text', 'Five stars');
  });

  it('shows the tooltip', () => {
    cy.get('[role=tooltip]').should('not.be.visible');
    cy.get('#hover').trigger('mouseover');
    cy.get('[role=tooltip]').should('be.visible');
  });

  it('asks before it deletes', () => {
    cy.on('window:confirm', () => false);
    cy.get('#delete').click();
    cy.get('#result').should('have.text', 'Kept');
  });

  it('loads more', () => {
    cy.get('#load').click();
    cy.get('#more', { timeout: 10000 }).should('contain', 'Loaded 10 items');
    cy.wait(50);
    cy.get('#bottom').scrollIntoView().should('be.visible');
    cy.log('done');
  });
});
