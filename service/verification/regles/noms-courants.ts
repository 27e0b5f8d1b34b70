/**
 * Names as many languages write them in France, for what a small base cannot teach: how letters follow each other.
 * Folded: no case, no accents.
 */
export const NOMS_COURANTS: readonly string[] = `
adele adrien agathe agnes aime alain albane albert alexandra alexandre alexis alice alix aline alphonse amandine amelie
anais andre andree angelique anne annick antoine apolline armand arnaud arthur astrid aude audrey augustin aurelie aurore
axel baptiste barbara barnabe bastien beatrice benedicte benjamin benoit berenice bernadette bernard berthe bertrand blaise
blandine boris brice brigitte bruno camille carine carole caroline catherine cecile cedric celestin celine cesar chantal
charles charlotte christelle christian christiane christine christophe claire clara claude claudine clemence clement clothilde
clotilde colette constance coralie corinne cyrille damien daniel daniele danielle daphne david deborah delphine denise denis
diane didier dimitri dominique donatien dorothee edgar edith edmond edouard eglantine eleonore eliane elie elisabeth elise
elodie eloise emeline emeric emile emilie emmanuel emmanuelle eric ernest estelle esther etienne eugene eugenie eulalie eva
evelyne fabien fabienne fabrice fanny felix ferdinand fernand firmin flavie flore florence florent florian france franck
francine francis francois francoise frederic frederique gabriel gabrielle gael gaelle gaetan gaspard gauthier genevieve
geoffroy georges georgette gerald gerard germain germaine gilbert gilberte gilles gisele gregoire gregory guillaume gustave
guy gwendoline hadrien helene henri henriette herve hippolyte honore hortense hubert hugo hugues ingrid irene isabelle isaure
jacqueline jacques jean jeanne jeannine jerome joachim joelle jonathan joseph josephine josiane joyce judith jules julie
julien juliette justine karine kevin laetitia laurence laurent leandre leon leonie leopold liliane lionel lise loic louis
louise luc lucas lucie lucien lucienne ludivine ludovic lydie madeleine magali manon marc marcel marcelle margaux marguerite
marianne marie marielle marina marion marius marjorie marthe martin martine mathieu mathilde matthieu maud maurice maxence
maxime melanie michel michele micheline mireille monique morgane muriel myriam nadege nathalie nathan nicolas nicole noel
noemie norbert octave odette olivier ophelie oscar pascal pascale patrice patricia patrick paul paule pauline perrine
philippe philippine pierre prosper quentin rachel raphael raymond regine remi renaud rene renee richard robert rodolphe
roger roland romain rosalie rosine roxane sabine salome samuel sandrine sebastien serge severin simon simone solange sonia
sophie stanislas stephane stephanie suzanne sylvain sylvestre sylvie tatiana thaddee theodore theophile therese thibaud
thierry thomas timothee tristan ulysse urbain ursule valentin valerie veronique victoire victor violaine virginie vivien
vladimir wilfried william xavier yannick yolande yvan yvette yvon yvonne zacharie
abadie allard alvarez arnould aubry auger bailly barbier barre baron barthelemy baudry bazin beaumont becker benard berger
bertin besnard blanchet blondel bonhomme bonnefoy bouchard boucher boulanger bourdon bourgeois bouvier boyer breton briand
brossard bruneau buisson cadet camus carlier carre cartier chabert charbonnier charles charpentier chevallier chretien
claudel collet cordier cornu coste couturier cousin daniel deschamps descamps devaux dhaene dubreuil duchene duclos dufour
dumoulin dupre dupuis durand esnault etienne evrard ferrand fleury fournier fremont gaillard gallet garnier gaudin germain
gervais gibert godard gosselin grenier grosjean guerin guichard guillot guyon hamon hardy hebert hernandez herve hoarau
hubert imbert jacob jacquemin jamet joubert jourdan julien klein lacombe lagarde lambert langlois lapeyre laroche lebrun
lecomte leclerc lefort legendre leger lemaitre lenoir levasseur leveque loiseau maillot mallet marechal marty masse maury
menard merle millet monnier morvan moulin navarro neveu nicolle noel olivier pages parent paris pasquet payet pelletier
perrot philippe pichon poulain prevost prigent raymond renault reynaud ribeiro richard riviere robin rolland rousset royer
salmon schneider seguin serre simonet tanguy thibault thiery tournier valentin vaillant verdier vidal vincent voisin weiss
zimmermann schmitt schaeffer wurtz kieffer hoffmann schwartz dreyfus strauss baumgartner ehrhardt pfister vogel
vandenberghe vandamme dewulf vermeersch vanhoutte deroo lefebvre delattre waquet
lemeur leguen kerleau kermarrec kerguelen guillou jaouen gourvennec bozec cadiou caradec corre cozic derrien floch gwenn
hascoet henaff jezequel kervella lagadec lebras legall madec nedelec pennarun quere riou rozec salaun scouarnec tallec
trebaol yannig soizic maiwenn erwan goulven azenor enora tudual brieuc gildas annaig katell rozenn
etchegaray etcheverria harispe irigaray jauregui larralde mendiburu oyharcabal sallaberry uhart uharte xalbador zabaleta
goyeneche iturralde bordagaray hiriart inchauspe elissalde maite miren nerea iker unai joseba gorka ainhoa
kowalski wisniewski wojcik kaminski lewandowski zielinski szymanski wozniak dabrowski kozlowski jankowski mazur kwiatkowski
krawczyk piotrowski grabowski pawlak michalski nowicki adamczyk dudek zajac wieczorek jablonski krol majewski olszewski
jaworski malinowski pawlowski gorski witkowski walczak sikora rutkowski szewczyk tomaszewski pietrzak zalewski wroblewski
marciniak jasinski zawadzki bak duda wilk chmielewski borkowski sokolowski szczepaniak andrzejewski przybysz krzysiek
andrzej tomasz wojciech stanislaw zofia ewa elzbieta jerzy jacek piotr pawel marek tadeusz miroslaw slawomir wieslaw danuta
bozena halina grzegorz krzysztof zbigniew
nguyen tran le pham hoang phan vu dang bui do ngo duong ly huynh trinh dinh thanh thi van minh anh tuan hung linh phuong
trang thao huong hanh nhung thuy hien tien quang quoc nam khoa khanh long phuc thinh vinh xuan yen ngoc nga tuyet dieu
wang zhang chen liu yang huang zhao zhou sun zhu lin guo luo zheng xie tang xu feng deng cao peng zeng xiao cheng
kim park choi jung kang yoon tanaka suzuki watanabe yamamoto nakamura kobayashi yoshida sasaki matsumoto
subramaniam krishnan sivalingam rajaratnam selvarajah kanagaratnam arulanantham thangarajah sivasubramaniam murugesu
vijayakumar chandrasekaran venkatesan ramachandran nagalingam thevarajah mahendran kumarasamy gnanasekaran pushparajah
yogarajah ravindran jeyaratnam sathiyamoorthy ganeshalingam natarajan lakshmanan tharmalingam ariyanayagam ilango murugan
senthil kavitha priya anand suresh ramesh ganesh prakash rajesh kumar singh sharma patel khan hussain begum ahmed
mohamed mohammed muhammad ahmed ali hassan hussein ibrahim youssef mustapha abdallah abdelkader abdelaziz abderrahim
abdelhamid abdoulaye rachid khalid said hamid kamel djamel nordine noureddine azzedine boualem brahim driss hicham jamila
khadija latifa malika naima nadia saida samira souad yamina zineb zohra aicha fatiha houria kheira leila meriem
benali benaissa benamar bendjelloul benhamou benmoussa bensaid benslimane bouaziz boudjemaa bouhired boukhari boumediene
bouzid chaoui cherif djebbar el amrani el fassi el mansouri ghali guessous hadj haddad hamdi idrissi kaddour khelifi lahlou
larbi mansour meziane mokhtari messaoudi ouahabi oukaci ould rahmani saadi sebti slimani tahar taleb tazi zerrouki ziani
zouaoui ait hammou mhenni mhamdi lhoucine lahcen nguema
rakotoarisoa rakotonirina rakotondramanana rakotomanga randriamampionona randriamihaja randrianasolo andriamanana
andrianarivo andriantsoa rabearivelo rabemanantsoa rafidison raharimanana rajaonah rajaonarison ralaimihoatra
ramaroson ranaivo rasoamanana rasolo rasolonjatovo ratsimandrava ratsiraka ravalomanana razafimahefa razafindrabe
razafindratsima razanamparany razakamanana solofo hery lalao noro tiana fidy mamy niry haja onja vololona harisoa
ndiaye diop fall gueye sow ba sy sarr faye mbaye diouf ndour seck mbengue thiam cisse toure keita coulibaly traore diarra
konate camara bangoura kone ouattara kouassi kouame koffi yao nguessan adjoua mensah kossi agbeko akakpo mbarga nkomo
nkolo mbemba tshibangu mukendi kabongo ilunga ngoma nzinga makiese nsimba lumumba mputu ndong obiang ekotto etoundi
silva santos ferreira pereira oliveira costa rodrigues martins jesus sousa fernandes goncalves gomes lopes marques alves
almeida ribeiro pinto carvalho teixeira moreira correia mendes nunes soares vieira monteiro cardoso rocha neves coelho
cruz cunha pires ramos reis simoes antunes matos fonseca joaquim joao antonio manuel fatima conceicao lurdes
garcia martinez lopez sanchez perez gonzalez gomez fernandez ruiz diaz hernandez munoz romero alonso gutierrez torres
dominguez vazquez ramirez gil serrano blanco molina morales suarez ortega delgado castro ortiz rubio marin sanz nunez
iglesias medina cortes castillo guerrero lozano cano prieto calvo gallego herrera pena vidal
rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno gallo conti mancini giordano rizzo lombardi
moretti barbieri fontana santoro mariani rinaldi caruso ferrara galli martini leone longo gentile martinelli
yilmaz kaya demir celik sahin yildiz ozturk aydin ozdemir arslan dogan kilic aslan cetin koc kurt ozkan simsek
mehmet mustafa huseyin ismail ayse emine hatice zeynep elif meryem
ivanov petrov smirnov kuznetsov popov sokolov lebedev kozlov novikov morozov volkov vasiliev shevchenko kovalenko
bondarenko tkachenko kravchenko oleksandr volodymyr oksana svetlana natalia irina sergei dmitri mikhail
smith johnson williams brown jones miller davis wilson taylor clark lewis walker wright scott green baker campbell
mitchell roberts phillips evans turner parker collins edwards stewart morris murphy cook rogers bailey cooper
papadopoulos georgiou ioannidis nikolaidis sarkissian petrossian hagopian boghossian krikorian manoukian
jovanovic petrovic nikolic markovic djordjevic popescu ionescu dumitrescu radu constantin horvath nagy szabo toth varga
novak svoboda dvorak cerny prochazka hansen johansen olsen larsen andersen nielsen jensen
van den dekker jansen visser bakker mulder devos peeters janssens maes jacobs mertens willems claes goossens wouters
`
  .trim()
  .split(/\s+/)
