const login = (name = Cypress.env('USER'), password = Cypress.env('PASSWORD')) => {
  cy.session([name], () => {
    cy.visit('/login');
    cy.get('#username').type(name);
    cy.get('#password').type(password, { log: false });
    cy.get('form').submit();
    cy.url().should('not.include', '/login');
  });
};

const widgets = [
  { title: 'Revenue', value: /\$[\d,]+/ },
  { title: 'Orders', value: /\d+/ },
];

describe('Dashboard', () => {
  beforeEach(() => {
    cy.intercept({ method: 'GET', url: '**/api/stats' }, { fixture: 'customers.json' }).as('getStats');
    login();
    cy.visit('/dashboard');
  });

  it('has widgets', () => {
    cy.wait('@getStats');
    cy.get('.widget').should('have.length.at.least', 2);
    cy.get('.widget').should('have.length.greaterThan', 1);
    widgets.forEach(({ title, value }) => {
      cy.contains('.widget', title).find('.value').invoke('text').should('match', value);
    });
    cy.get('.widget').its('length').should('be.gte', 2);
    cy.get('.widget h3').then(($titles) => {
      const texts = [...$titles].map((el) => el.innerText);
      expect(texts).to.deep.eq(['Revenue', 'Orders']);
    });
  });

  it('navigates with the menu', () => {
    cy.get('nav').find('a').should('have.length', 3).last().click();
    cy.location('pathname').should('eq', '/reports');
    cy.go('back');
    cy.location().should((loc) => {
      expect(loc.pathname).to.eq('/dashboard');
      expect(loc.search).to.be.empty;
    });
    cy.get('nav a.active').should('have.text', 'Dashboard').and('have.attr', 'aria-current', 'page');
  });

  it('changes the period', () => {
    cy.get('[data-testid="period"]').select('Last 7 days');
    cy.get('[data-testid="period"] option:selected').should('have.text', 'Last 7 days');
    cy.get('[data-testid="chart"]').should('have.attr', 'data-points', '7').and('be.visible');
    cy.get('[data-testid="from"]').clear().type('2024-01-01').trigger('change');
    cy.get('[data-testid="apply"]').click();
    cy.get('.loading', { timeout: 10000 }).should('not.exist');
    cy.get('[data-testid="chart"]').invoke('attr', 'data-points').should('eq', '31');
  });

  it('opens a report in the same tab', () => {
    cy.get('a[target=_blank]').invoke('removeAttr', 'target').click();
    cy.get('h1').should('have.text', 'Report');
    cy.get('.tooltip').should('not.be.visible');
    cy.get('[data-tip]').trigger('mouseover');
    cy.get('.tooltip').should('be.visible').contains('Details');
    cy.get('body').type('{esc}');
    cy.window().its('localStorage').invoke('getItem', 'seen').should('eq', 'true');
  });
});
