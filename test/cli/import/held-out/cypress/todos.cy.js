describe('TodoMVC', function () {
  const TODO_ITEM_ONE = 'buy some cheese';
  const TODO_ITEM_TWO = 'feed the cat';
  let count = 0;

  const addTodo = (text) => cy.get('.new-todo').type(`${text}{enter}`);

  beforeEach(function () {
    cy.visit('http://localhost:3000/todomvc');
    cy.get('.new-todo').as('newTodo');
    addTodo(TODO_ITEM_ONE);
    addTodo(TODO_ITEM_TWO);
    count += 1;
  });

  it('adds items', function () {
    cy.get('.todo-list li').should('have.length', 2);
    cy.get('.todo-list li').eq(0).find('label').should('contain', TODO_ITEM_ONE);
    cy.get('.todo-list li:nth-child(2)').find('label').should('have.text', TODO_ITEM_TWO);
    cy.get('@newTodo').should('have.value', '').and('have.attr', 'placeholder', 'What needs to be done?');
    cy.get('.todo-count').contains('2 items left');
    cy.window().its('localStorage').invoke('getItem', 'react-todos').should('contain', TODO_ITEM_ONE);
  });

  it('completes one', () => {
    cy.contains('.todo-list li', TODO_ITEM_ONE).as('first').find('.toggle').check();
    cy.get('@first').should('have.class', 'completed');
    cy.contains('.todo-list li', TODO_ITEM_TWO).should('not.have.class', 'completed');
    cy.get('.todo-list li.completed').should('have.length', 1);
    cy.get('.toggle').first().should('be.checked').uncheck().should('not.be.checked');
    cy.get('.todo-list').find('.toggle').check({ multiple: true });
    cy.get('.clear-completed').click();
    cy.get('.todo-list li').should('not.exist');
    cy.get('.todo-list').children().should('have.length', 0);
  });

  it('edits one', () => {
    cy.get('.todo-list li').eq(1).find('label').dblclick();
    cy.get('.edit').type('{selectall}{del}buy some sausages').type('{enter}');
    cy.get('.todo-list li').eq(1).should('contain', 'sausages');
  });

  it('filters', () => {
    cy.get('.toggle').first().click();
    cy.get('.filters').contains('Active').click();
    cy.hash().should('eq', '#/active');
    cy.get('.todo-list li').should('have.length', 1).and('contain', TODO_ITEM_TWO);
    cy.contains('Completed').click();
    cy.get('.todo-list li').should('have.length', 1).should('contain', TODO_ITEM_ONE);
    cy.get('.filters a.selected').should('have.text', 'Completed').and('have.css', 'display', 'inline');
    cy.reload();
    cy.get('.todo-list').should('be.visible');
  });

  afterEach(() => {
    cy.clearLocalStorage();
  });
});
