describe('Logging in', () => {
  const username = 'ann';
  const password: string = 'correct horse';

  beforeEach(() => {
    cy.visit('http://localhost:3000/login');
  });

  it('redirects to /dashboard on success', () => {
    cy.get('input[name=username]').type(username);
    cy.get('input[name=password]').type(password);
    cy.get('[name=remember]').check().should('be.checked');
    cy.get('form').contains('button', 'Log in').click();
    cy.url().should('include', '/dashboard');
    cy.location('pathname').should('eq', '/dashboard');
    cy.get('h1').should('contain', 'Welcome, Ann');
    cy.title().should('eq', 'Dashboard');
    cy.getCookie('cypress-session-cookie').should('not.exist');
  });

  it('displays errors on login', () => {
    cy.get('input[name=username]').type('jane.lae');
    cy.get('input[name=password]').type('password123{enter}');
    cy.get('#flash').should('be.visible').and('contain', 'Invalid username or password');
    cy.url().should('include', '/login');
  });
});
